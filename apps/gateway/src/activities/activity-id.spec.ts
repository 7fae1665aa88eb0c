import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { activityIds, keyedIdempotencyKey, type IdSource } from './activity-id.js';

const unique = '9f2b1a84-0000-4000-8000-00000000000a';
const [first, second] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
const keyring = new SecretsKeyring(`1:${first}`);

const withKey = (text: string, { user_id = '1', datamart_id = '1', secrets = keyring } = {}): IdSource => ({
  idempotencyKey: keyedIdempotencyKey(text, { user_id, datamart_id }, secrets),
});
const idOf = (source: IdSource, line?: number) => activityIds(undefined, source, line).activity_id;
/** All ids under which the activity may have been stored. */
const allOf = (source: IdSource) => {
  const { activity_id, former_ids = [] } = activityIds(undefined, source);
  return [activity_id, ...former_ids];
};

describe('the id of an activity', () => {
  it('is the unique key, if there is one', () => {
    expect(activityIds(unique, withKey('k'))).toEqual({ activity_id: unique });
  });

  it('is a UUIDv8 that is equal for equal Idempotency-Keys of a user in a datamart only', () => {
    const id = idOf(withKey('k'));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idOf(withKey('k'))).toBe(id);
    expect(idOf(withKey('K'))).not.toBe(id);
    expect(idOf(withKey('k', { user_id: '2' }))).not.toBe(id);
    expect(idOf(withKey('k', { datamart_id: '2' }))).not.toBe(id);
  });

  it('depends on the secret of the platform, so that no client can claim it before', () => {
    const others = allOf(withKey('k', { secrets: new SecretsKeyring(`1:${second}`) }));
    expect(others).not.toContain(idOf(withKey('k')));
    expect(activityIds(undefined, withKey('k')).unkeyed_id).not.toBe(idOf(withKey('k')));
  });

  // Processes are restarted one after another: those of two neighbouring steps run beside each other.
  it('is among those of the neighbouring steps of a rotation', () => {
    const steps = [`1:${first}`, `1:${first},2:${second}`, `2:${second},1:${first}`, `2:${second}`];
    const ids = steps.map((configured) => allOf(withKey('k', { secrets: new SecretsKeyring(configured) })));
    for (const [step, own] of ids.entries())
      for (const neighbour of ids.slice(step, step + 2)) expect(neighbour.some((id) => own.includes(id))).toBe(true);
    expect(ids.at(-1)).not.toEqual(ids[0]);
  });

  it.each([[undefined], ['']])('is a new UUIDv7 with the Idempotency-Key %j', (key) => {
    const source = key === undefined ? {} : withKey(key);
    expect(activityIds(undefined, source)).toEqual({
      activity_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    });
    expect(idOf(source)).not.toBe(idOf(source));
  });

  it('refuses an Idempotency-Key of more than 255 characters', () => {
    expect(idOf(withKey('x'.repeat(255)))).toBeDefined();
    expect(() => idOf(withKey('x'.repeat(256)))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST_DATA' }));
  });

  it.each([
    ['no', {}],
    ['an empty', withKey('')],
    ['an', withKey('k')],
    ['too long an', withKey('x'.repeat(256))],
  ])('is the same for every replay of a signed request, also with %s Idempotency-Key', (_case, sent) => {
    const signature = { key_id: 'k', mac: 'm' };
    expect(idOf({ signature })).toMatch(/^.{8}-.{4}-8/);
    expect(activityIds(undefined, { ...sent, signature })).toEqual({ activity_id: idOf({ signature }) });
    for (const other of [
      { ...signature, mac: 'n' },
      { ...signature, key_id: 'l' },
    ])
      expect(idOf({ ...sent, signature: other })).not.toBe(idOf({ signature }));
  });

  describe('of a line', () => {
    const sources = [
      ['an Idempotency-Key', withKey('k')],
      ['a signature', { signature: { key_id: 'k', mac: 'm' } }],
    ] as const;

    it.each(sources)(
      'with %s is different for each line, and that of line 1 is that of a single activity',
      (_case, source) => {
        const ids = Array.from({ length: 1_000 }, (_, index) => idOf(source, index + 1));
        expect(new Set(ids).size).toBe(1_000);
        expect(ids[0]).toBe(idOf(source));
        expect(ids[6]).toBe(idOf(source, 7));
      },
    );

    // A client may send a request again after an upgrade.
    it.each([
      ['unkeyed_id', sources[0][1], 1, '7e65172d-35a6-844c-8493-f86b2ec032e2'],
      ['unkeyed_id', sources[0][1], 2, '241ee938-f541-8fc6-9174-c9eafbacbdc0'],
      ['activity_id', sources[1][1], 1, '958c6e5d-785e-87aa-a0fc-7e42609fdc66'],
      ['activity_id', sources[1][1], 2, '10bfd06d-5502-81a4-a9ce-cc21e7c88f7f'],
    ] as const)('is the same in every version: %s of %j, line %i', (name, source, line, id) => {
      expect(activityIds(undefined, source, line)[name]).toBe(id);
    });

    it('is the unique key on any line', () => {
      for (const [, source] of sources) expect(activityIds(unique, source, 7)).toEqual({ activity_id: unique });
    });
  });
});
