import { describe, expect, it } from '@jest/globals';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { assignUserPoints } from '../../src/identity/assign-user-points.js';
import { identifierId, withKeys } from '../../src/identity/identity-claim.js';
import { pointKey } from '../../src/identity/point-key.js';
import { gainsOf } from '../../src/gains/gains-of.js';

const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
const account = (value: string): Identifier => ({ type: 'USER_ACCOUNT', compartment_id: 'c', value });
const idOf = (identifier: Identifier) => identifierId('1', identifier);

/** The gains of activities, by what they name; the owners are stored points with so many identifiers. */
function gains(activities: Identifier[][], owners: [Identifier, string][] = [], sizes: Record<string, number> = {}) {
  const claims = activities.map((identifiers, index) =>
    withKeys({ datamart_id: '1', identifiers, activity_id: `activity ${index}` }),
  );
  const snapshot = {
    owners: new Map(owners.map(([identifier, point]) => [idOf(identifier), point])),
    survivors: new Map(owners.map(([, point]) => [pointKey('1', point), point])),
    sizes: new Map(),
  };
  const assignment = assignUserPoints(claims, snapshot, { limit: Infinity, newId: uuid7 });
  return gainsOf(claims, assignment, { sizeOf: (_datamart, point) => sizes[point] ?? 0 }).map((gain) => {
    const kinds = (['accounts', 'emails', 'agents', 'merges'] as const).filter((kind) => gain[kind]);
    return `${gain.id}: ${kinds.join(' ')}, at most ${gain.size}`;
  });
}

describe('gainsOf', () => {
  it.each<[string, string[], string[]]>([
    ['nothing of a new person with one identifier', gains([[agent('a')], [agent('a')]]), []],
    ['nothing of a known person', gains([[agent('a')]], [[agent('a'), 'p']], { p: 7 }), []],
    [
      'the first activity that names an identifier',
      gains([
        [agent('a'), account('u')],
        [agent('a'), account('u')],
        [agent('a'), account('v')],
      ]),
      ['activity 0: accounts agents, at most 3', 'activity 2: accounts, at most 3'],
    ],
    [
      'an identifier that a stored person gets',
      gains([[agent('a'), account('u')]], [[agent('a'), 'p']], { p: 7 }),
      ['activity 0: accounts, at most 8'],
    ],
    [
      'a merge, with the identifiers of both',
      gains(
        [[agent('a'), agent('b')]],
        [
          [agent('a'), 'p'],
          [agent('b'), 'q'],
        ],
        { p: 2, q: 3 },
      ),
      ['activity 0: merges, at most 5'],
    ],
  ])('has %s', (_case, found, expected) => expect(found).toEqual(expected));
});
