import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aDeletion, aMerge, aSegmentChange } from '../../test/messages.js';
import { openStore, type TestStore } from '../../test/stores.js';

let test: TestStore;
beforeEach(async () => (test = await openStore()));
afterEach(() => test.close());

const member = randomUUID();
const members = async (segment_id = '7') => {
  const sql = 'select user_point_id::varchar from memberships where is_member and segment_id = $1';
  return (await test.store.query({ sql, params: [segment_id] }, ['spec'])).map(([id]) => String(id));
};
const change = (version: number, more: object = {}) =>
  test.store.changeSegments([aSegmentChange([{ user_point_id: member, version, ...more }])]);
const deletion = (version: number, more: object = {}) => test.store.deleteSegments([aDeletion('7', version, more)]);

describe('a deletion of a segment', () => {
  it('ends the memberships of this segment and datamart only', async () => {
    await change(1);
    await change(2, { segment_id: '8' });
    await test.store.changeSegments([aSegmentChange([{ user_point_id: member }], { datamart_id: '2' })]);
    await deletion(3);
    expect([await members('7'), await members('8')]).toEqual([[member], [member]]);
    await test.store.deleteSegments([aDeletion('7', 3, { datamart_id: '2' })]);
    expect(await members('7')).toEqual([]);
  });

  it.each<[string, number, object, boolean]>([
    ['an older change', 4, {}, false],
    ['a later change', 6, {}, true],
    ['a later merge of an older membership', 6, { write_version: 4 }, false],
    ['a later merge of a later membership', 8, { write_version: 7 }, true],
  ])('decides about %s, whichever arrives first', async (_case, version, more, isMember) => {
    const expected = isMember ? [member] : [];
    await deletion(5);
    await change(version, more);
    expect(await members()).toEqual(expected);
    await test.close();
    test = await openStore();
    await change(version, more);
    await deletion(5);
    expect(await members()).toEqual(expected);
  });

  it('is remembered in its highest version, and applied once', async () => {
    const [first, second] = [aDeletion('7', 5), aDeletion('7', 9)];
    await test.store.deleteSegments([second, first]);
    await test.store.deleteSegments([aDeletion('7', 6)]);
    await change(8);
    expect(await members()).toEqual([]);
    await change(10);
    await test.store.deleteSegments([first, second]);
    expect(await members()).toEqual([member]);
  });

  it('is forgotten with all facts of a lost timeline', async () => {
    await deletion(5);
    await test.store.mergeUserPoints([aMerge([[randomUUID(), randomUUID()]], { timeline: 1 })]);
    await test.store.changeSegments([aSegmentChange([{ user_point_id: member, version: 4 }], { timeline: 1 })]);
    expect(await members()).toEqual([member]);
  });
});
