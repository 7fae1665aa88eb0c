import { describe, expect, it } from '@jest/globals';
import { credentialName, type CredentialChanged } from '@tributary/contracts/admin/access';
import { credentialChanged } from '@tributary/contracts/topics/topics';
import fc from 'fast-check';
import { CredentialsStore } from './credentials.store.js';

const sha256 = 'a'.repeat(64);
const role = (version: number) => [{ organisation_id: String(version), role: 'READER' as const }];

/** The record of a version, or without a value the tombstone of the version. */
interface Publication {
  key: string;
  value?: CredentialChanged;
}

/** The messages of admin about a token in its life: versions, the last one perhaps a revocation, and their tombstones. */
function lifeOfToken(versions: number, isRevoked: boolean, keyOf: (changed: CredentialChanged) => string) {
  const common = { id: '12', user_id: '4' };
  const states = Array.from({ length: versions }, (_, index): CredentialChanged => {
    const version = 2 * (index + 1);
    if (isRevoked && index === versions - 1) return { kind: 'revocation', credential: 'api_token', id: '12', version };
    return { kind: 'api_token', ...common, version, token_sha256: sha256, expiration_date: version };
  });
  const user = { kind: 'user' as const, id: '4', version: 1, roles: role(1) };
  const tombstones = states.slice(0, -1).map((state) => ({ key: keyOf(state) }));
  const records = [user, ...states].map((value) => ({ key: keyOf(value), value }));
  const publications: Publication[] = [...records, ...tombstones];
  return { publications, last: states.at(-1) };
}

/** A partition of a compacted topic as Kafka keeps it, with the gateways that read it. */
class CompactedLog {
  private readonly log: (Publication & { offset: number })[] = [];
  private next = 0;
  readonly gateways: { store: CredentialsStore; position: number }[] = [];

  append(publication: Publication): void {
    this.log.push({ ...publication, offset: this.next++ });
  }

  /** Removes any records that a later record of their key follows, and any tombstones that are the last of their key. */
  compact(isCleaned: (offset: number) => boolean): void {
    const last = new Map(this.log.map(({ key, offset }) => [key, offset]));
    const stays = ({ key, offset, value }: (typeof this.log)[number]) =>
      !isCleaned(offset) || (last.get(key) === offset && value !== undefined);
    // Kafka deletes a tombstone after the records that it covers, so they are cleaned in this order.
    const kept = this.log.filter((record) => record.value === undefined || stays(record));
    const covers = (tombstone: Publication & { offset: number }) =>
      kept.some(({ key, offset }) => key === tombstone.key && offset < tombstone.offset);
    this.log.splice(0, this.log.length, ...kept.filter((record) => stays(record) || covers(record)));
  }

  startGateway(): void {
    this.gateways.push({ store: new CredentialsStore(), position: 0 });
  }

  read(gateway: (typeof this.gateways)[number]): void {
    for (const { offset, value } of this.log) if (offset >= gateway.position && value) gateway.store.apply(value);
    gateway.position = this.next;
  }
}

type Step = { publish: number } | { compact: number } | 'start' | { read: number };

/**
 * Publications in any order and any number of times, because relays may be paused for any time, cleaning at any point, and
 * gateways that start and fall behind. Every publication is made at least once, because it stays in the outbox until then.
 */
function run(steps: Step[], publications: Publication[], order: number[]): CredentialsStore[] {
  const topic = new CompactedLog();
  topic.startGateway();
  const missing = new Set(publications);
  const publish = (publication: Publication) => {
    topic.append(publication);
    missing.delete(publication);
  };
  for (const step of steps) {
    if (step === 'start') topic.startGateway();
    else if ('publish' in step) publish(publications[step.publish % publications.length]!);
    else if ('compact' in step) topic.compact((offset) => ((step.compact >> (offset % 30)) & 1) === 1);
    else topic.read(topic.gateways[step.read % topic.gateways.length]!);
  }
  for (const publication of [...missing].sort(
    (a, b) => order[publications.indexOf(a)]! - order[publications.indexOf(b)]!,
  ))
    publish(publication);
  topic.compact(() => true);
  topic.startGateway();
  for (const gateway of topic.gateways) topic.read(gateway);
  return topic.gateways.map(({ store }) => store);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ publish: fc.nat(20) }) },
  fc.record({ compact: fc.nat(2 ** 30) }),
  fc.constant('start' as const),
  fc.record({ read: fc.nat(5) }),
);
const histories = [
  fc.array(step, { maxLength: 40 }),
  fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
  fc.integer({ min: 1, max: 5 }),
] as const;

/** Whether all gateways know the last version of the token, or refuse it if that is the revocation. */
function agree(stores: CredentialsStore[], last: CredentialChanged | undefined): boolean {
  const expiration = last?.kind === 'api_token' ? last.expiration_date : 0;
  const accepts = (store: CredentialsStore, now: number) => store.findByToken(sha256, now) !== undefined;
  return stores.every((store) => !accepts(store, expiration) && (expiration === 0 || accepts(store, expiration - 1)));
}

describe('after late publications of paused relays, and compaction at any point', () => {
  it('a revoked token ends revoked in every gateway', () => {
    fc.assert(
      fc.property(...histories, (steps, order, versions) => {
        const { publications, last } = lifeOfToken(versions + 1, true, credentialChanged.key);
        expect(agree(run(steps, publications, order), last)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('a token ends in its newest version in every gateway', () => {
    fc.assert(
      fc.property(...histories, (steps, order, versions) => {
        const { publications, last } = lifeOfToken(versions, false, credentialChanged.key);
        expect(agree(run(steps, publications, order), last)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('(negative control) a revoked token works again if all versions share a key', () => {
    const history = fc.property(...histories, (steps, order, versions) => {
      const { publications, last } = lifeOfToken(versions + 1, true, credentialName);
      // A tombstone would remove the newest version, too.
      const records = publications.filter(({ value }) => value !== undefined);
      expect(agree(run(steps, records, order), last)).toBe(true);
    });
    expect(fc.check(history, { numRuns: 300 }).failed).toBe(true);
  });
});
