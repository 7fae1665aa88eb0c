import { expect, it } from '@jest/globals';
import type { ChannelState } from '@tributary/contracts/admin/access';
import fc from 'fast-check';
import { ChannelStates } from './channel-states.js';

/** A state whose one analyzer names it; without effect if there is none. */
const state = (id: string, version: number, given_id?: string, analyzers = [`${id}v${version}`]): ChannelState => ({
  kind: 'channel',
  id,
  datamart_id: '1',
  version,
  processings: [],
  analyzers,
  ...(given_id !== undefined && { given_id }),
});
const without = (id: string, version: number, given_id?: string) => state(id, version, given_id, []);

it.each<[string, ChannelState[], string, string | undefined]>([
  ['by the id that a client has given', [state('7', 1, 'shop')], 'shop', '7v1'],
  ['not by the number of its row', [state('7', 1, 'shop')], '7', undefined],
  ['by the given id, though it is the number of another row', [state('7', 1, 'shop'), state('8', 2, '7')], '7', '8v2'],
  ['as the successor of a deleted one', [state('7', 1, 'a'), without('7', 2, 'a'), state('8', 3, 'a')], 'a', '8v3'],
  ['though its deleted namesake is newer: a restored database', [state('8', 3, 'a'), without('7', 4, 'a')], 'a', '8v3'],
  ['by the newest of two states whose end is under way', [state('7', 1, 'a'), state('8', 3, 'a')], 'a', '8v3'],
  ['no more once it is deleted', [state('7', 1, 'a'), without('7', 2, 'a')], 'a', undefined],
])('a channel is found %s, in any order of arrival', (_case, states, id, expected) => {
  fc.assert(
    fc.property(fc.shuffledSubarray(states, { minLength: states.length }), (arrived) => {
      const known = new ChannelStates();
      for (const one of [...arrived, ...states]) known.apply(one);
      expect(known.find('1', id)?.analyzers[0]).toBe(expected);
      expect(known.find('2', id)).toBeUndefined();
    }),
  );
});
