import { describe, expect, it } from '@jest/globals';
import type { ChannelState } from '@tributary/contracts/admin/access';
import { DirectoryStore } from './directory.store.js';

const state = (version: number, ...ids: string[]): ChannelState => ({
  kind: 'channel',
  id: '7',
  datamart_id: '1',
  version,
  processings: ids.map((processing_id) => ({ processing_id, legal_basis: 'CONSENT' })),
  analyzers: [],
});
const knownAfter = (...steps: (ChannelState | string)[]) => {
  const store = new DirectoryStore();
  for (const step of steps) {
    if (typeof step === 'string') store.forget(step);
    else store.apply(step);
  }
  return store.processingsOf('1', '7').map(({ processing_id }) => processing_id);
};

describe('the processings of a channel', () => {
  it.each<[string, (ChannelState | string)[], string[]]>([
    ['are none without a state', [], []],
    ['are those of the newest state', [state(1, 'a'), state(2, 'b')], ['b']],
    ['are those of the newest state, in any order', [state(2, 'b'), state(1, 'a')], ['b']],
    ['are none in an empty state, also if an older one comes later', [state(2), state(1, 'a')], []],
    ['stay when a tombstone removes an older state', [state(2, 'b'), 'channel/7/1', state(1, 'a')], ['b']],
    ['stay when a tombstone arrives before the newer state', [state(1, 'a'), 'channel/7/1'], ['a']],
  ])('%s', (_case, steps, expected) => expect(knownAfter(...steps)).toEqual(expected));

  it('are none in another datamart', () => {
    const store = new DirectoryStore();
    store.apply(state(1, 'a'));
    expect(store.processingsOf('2', '7')).toEqual([]);
  });
});

it('knows the channels that leave out bots, by their newest states', () => {
  const store = new DirectoryStore();
  const known = () => ['1', '2'].map((datamart_id) => store.leavesOutBots(datamart_id, '7'));
  expect(known()).toEqual([false, false]);
  store.apply({ ...state(2), leaves_out_bots: true });
  store.apply(state(1));
  expect(known()).toEqual([true, false]);
  store.apply(state(3));
  expect(known()).toEqual([false, false]);
});

it('knows the datamarts with a channel that has analyzers', () => {
  const store = new DirectoryStore();
  const known = () => ['1', '2'].map((datamart_id) => store.hasAnalyzers(datamart_id));
  store.apply(state(1));
  store.apply({ ...state(1), id: '8', analyzers: ['31'] });
  expect(known()).toEqual([true, false]);
  store.apply({ ...state(2), id: '8' });
  expect(known()).toEqual([false, false]);
});

it('knows whether another organisation has a channel with analyzers', () => {
  const store = new DirectoryStore();
  for (const id of ['1', '2']) store.apply({ kind: 'datamart', id, organisation_id: `o${id}` });
  const others = () => ['o1', 'o2'].map((organisation_id) => store.hasAnalyzersBeside(organisation_id));
  store.apply({ ...state(1), analyzers: ['31'] });
  expect(others()).toEqual([false, true]);
  store.apply({ ...state(1), id: '8', datamart_id: '2', analyzers: ['31'] });
  expect(others()).toEqual([true, true]);
});
