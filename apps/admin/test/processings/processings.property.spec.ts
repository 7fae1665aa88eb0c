import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DirectoryChanged } from '@tributary/contracts/admin/access';
import type { LegalBasis } from '@tributary/contracts/admin/processing';
import type { DirectoryStore } from '@tributary/security/directory.store';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { BootedAdmin } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';
import { ProcessingsPlatform, startedFollower, type Step } from './processings-platform.js';

let admin: BootedAdmin;
let platform: ProcessingsPlatform;
beforeAll(async () => {
  admin = await BootedAdmin.boot();
  platform = new ProcessingsPlatform(admin);
});
beforeEach(() => platform.reset());
afterAll(() => admin.stop());

/** Expects what the database says of every channel that ever was, of channels that are gone nothing. */
async function expectAgreement(...followers: DirectoryStore[]): Promise<void> {
  for (const id of platform.channels) {
    const expected = await platform.expected(id);
    for (const follower of followers) expect([id, follower.processingsOf('1', id)]).toEqual([id, expected]);
  }
}

/** The topic of the directory after compaction, if all states of a channel had one key. */
function keyedByChannel(): DirectoryChanged[] {
  const entries = FakeGateway.directoryRecords.flatMap(({ value }) => (value ? [value] : []));
  return [...new Map(entries.map((entry) => [`${entry.kind}/${entry.id}`, entry])).values()];
}

const index = fc.nat(3);
const target = { channel: index, processing: index };
const bases: LegalBasis[] = ['CONSENT', 'LEGITIMATE_INTEREST', 'CONTRACTUAL_PERFORMANCE'];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('select'), ...target }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('unselect'), ...target }) },
  fc.record({ do: fc.constant('change basis'), processing: index, basis: fc.constantFrom(...bases) }),
  fc.record({ do: fc.constant('delete channel'), channel: index }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish late'), record: fc.nat(30) }) },
  fc.record({ do: fc.constantFrom('create channel', 'restore') }),
  fc.record({ do: fc.constantFrom('republish', 'restart', 'dump') }),
);

describe('the processings that decide about a channel', () => {
  it('are the same in the database, in every app that follows, and in one that starts, after any steps', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await platform.reset();
      for (const one of steps) {
        await platform.run(one);
        const started = [false, true].map((isReversed) => startedFollower(FakeGateway.directory.values(), isReversed));
        await expectAgreement(FakeGateway.follower, ...started);
      }
    });
    await fc.assert(property, { numRuns: lawRuns(8) });
  });

  it('(negative control) are those of a late record if all states of a channel have one key', async () => {
    await platform.run({ do: 'select', channel: 0, processing: 0 });
    await platform.run({ do: 'unselect', channel: 0, processing: 0 });
    const [id = ''] = platform.channels;
    await expectAgreement(startedFollower(keyedByChannel()));
    await platform.run({ do: 'publish late', record: 0 });
    await expectAgreement(FakeGateway.follower, startedFollower(FakeGateway.directory.values()));
    expect(startedFollower(keyedByChannel()).processingsOf('1', id)).toHaveLength(1);
  });
});
