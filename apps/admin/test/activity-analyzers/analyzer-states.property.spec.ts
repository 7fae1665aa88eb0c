import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { VersionedState } from '@tributary/contracts/admin/access';
import type { DirectoryStore } from '@tributary/security/directory.store';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import type { VersionedKind } from '../../src/access-events/versioned-states.js';
import { AnalyzerSteps, withoutVersion, type AnalyzerStep } from './analyzer-steps.js';
import { BootedAdmin } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';
import { startedFollower } from '../processings/processings-platform.js';

let api: BootedAdmin;
let steps: AnalyzerSteps;
beforeAll(async () => {
  api = await BootedAdmin.boot();
  steps = new AnalyzerSteps(api);
});
beforeEach(() => steps.reset());
afterAll(() => api.stop());

/** Whether a follower knows the analyzers of a channel, an analyzer, or a version: without effect is like unknown. */
function knownTo(follower: DirectoryStore, kind: VersionedKind, id: string): object | undefined {
  const shown = (state: VersionedState | undefined) => state && withoutVersion(state);
  switch (kind) {
    case 'activity_analyzer':
      return shown(follower.analyzer(id));
    case 'plugin_version':
      return shown(follower.pluginVersion(id));
    case 'channel':
      return { analyzers: follower.analyzersOf('1', id) };
  }
}

const withoutEffect: Record<VersionedKind, (id: string) => object | undefined> = {
  activity_analyzer: () => undefined,
  plugin_version: (id) => ({ kind: 'plugin_version', id, archived: true, throttlings: [] }),
  channel: () => ({ analyzers: [] }),
};

/** Expects what the database says of all that ever was, and no effect of what is gone. */
async function expectAgreement(...followers: DirectoryStore[]): Promise<void> {
  for (const name of steps.seen) {
    const [kind, id = ''] = name.split('/') as [VersionedKind, string];
    if (!(kind in withoutEffect)) continue;
    const row = await steps.expected(kind, id);
    const expected =
      (row && (kind === 'channel' ? { analyzers: (row as { analyzers: string[] }).analyzers } : row)) ??
      withoutEffect[kind](id);
    for (const follower of followers) expect([name, knownTo(follower, kind, id)]).toEqual([name, expected]);
  }
}

const index = fc.nat(3);
const version = fc.nat(1);
const step: fc.Arbitrary<AnalyzerStep> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('select'), channel: index, analyzers: fc.array(index) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('change', 'delete'), analyzer: index, version }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('limit', 'archive', 'register', 'rotate', 'unregister', 'throttle'),
      version,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish late'), record: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('create', 'restore') }) },
  fc.record({ do: fc.constantFrom('republish', 'restart', 'dump') }),
);

describe('channels, analyzers and plugin versions', () => {
  it('are the same in the database, in every app that follows, and in one that starts, after any steps', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (all) => {
      await steps.reset();
      for (const one of all) {
        await steps.run(one);
        const started = [false, true].map((isReversed) => startedFollower(FakeGateway.directory.values(), isReversed));
        await expectAgreement(FakeGateway.follower, ...started);
      }
    });
    await fc.assert(property, { numRuns: lawRuns(8) });
  });
});
