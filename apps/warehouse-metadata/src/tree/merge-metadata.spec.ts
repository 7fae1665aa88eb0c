import { describe, expect, it } from '@jest/globals';
import { afterScans } from '../../test/refreshing/tree-model.js';
import type { Scan, SeenColumn, SeenTable } from '../engines/engine.js';
import { elementId } from './merge-metadata.js';

const column = (column_name: string, difference: Partial<SeenColumn> = {}): SeenColumn => ({
  column_name,
  type_name: 'text',
  nullable: true,
  primary_key: false,
  repeated: false,
  has_read_access: true,
  ...difference,
});
const table = (name: string, difference: Partial<SeenTable> = {}): SeenTable => ({
  name,
  has_read_access: true,
  columns: [column('a')],
  ...difference,
});
const scanOf = (...tables: SeenTable[]): Scan => ({
  databases: [{ name: 'd', schemas: [{ name: 's', tables }] }],
  isComplete: true,
});
const nothing: Scan = { databases: [], isComplete: true };

describe('an element of the tree', () => {
  it('is discovered when it is first seen, on every level', () => {
    const dates = { discovery_date: 1, last_seen_date: 1, disappearance_date: null };
    expect(afterScans(scanOf(table('t')))).toEqual({
      d: { ...dates },
      'd/s': { ...dates },
      'd/s/t': { ...dates, has_read_access: true, read_access_disappearance_date: null },
      'd/s/t/a': { ...dates, index: 0, type_name: 'text' },
    });
  });

  it('keeps its discovery date when it is seen again', () => {
    const tree = afterScans(scanOf(table('t')), scanOf(table('t')));
    for (const path of ['d', 'd/s', 'd/s/t', 'd/s/t/a'])
      expect(tree[path]).toMatchObject({ discovery_date: 1, last_seen_date: 2, disappearance_date: null });
  });

  it.each<[string, Scan, string[]]>([
    ['a database', nothing, ['d', 'd/s', 'd/s/t', 'd/s/t/a']],
    ['a schema', { databases: [{ name: 'd', schemas: [] }], isComplete: true }, ['d/s', 'd/s/t', 'd/s/t/a']],
    ['a table', scanOf(), ['d/s/t', 'd/s/t/a']],
    ['a column', scanOf(table('t', { columns: [] })), ['d/s/t/a']],
  ])('disappears with its whole subtree: %s', (_case, scan, gone) => {
    const tree = afterScans(scanOf(table('t')), scan, scan);
    const dated = Object.keys(tree).filter((path) => tree[path]?.disappearance_date !== null);
    expect(dated).toEqual(gone);
    for (const path of gone) expect(tree[path]).toMatchObject({ last_seen_date: 1, disappearance_date: 2 });
  });

  it.each<[string, Scan]>([
    ['databases that were not all listed', { databases: [], isComplete: false }],
    ['a database that could not be read', { databases: [{ name: 'd' }], isComplete: true }],
    ['a schema that could not be read', { databases: [{ name: 'd', schemas: [{ name: 's' }] }], isComplete: true }],
    ['a table whose columns could not be read', scanOf({ name: 't', has_read_access: true })],
  ])('does not disappear if its list is incomplete: %s', (_case, scan) => {
    const tree = afterScans(scanOf(table('t')), scan);
    expect(Object.values(tree).map(({ disappearance_date }) => disappearance_date)).toEqual([null, null, null, null]);
    expect(tree['d/s/t/a']).toMatchObject({ last_seen_date: 1 });
  });

  it('comes back with its old discovery date and without a disappearance date', () => {
    const tree = afterScans(scanOf(table('t')), nothing, scanOf(table('t')));
    for (const path of ['d', 'd/s', 'd/s/t', 'd/s/t/a'])
      expect(tree[path]).toMatchObject({ discovery_date: 1, last_seen_date: 3, disappearance_date: null });
  });

  it('keeps its first disappearance date when its parent comes back without it', () => {
    const tree = afterScans(scanOf(table('t', { columns: [column('a'), column('b')] })), nothing, scanOf(table('t')));
    expect(tree['d/s/t/b']).toMatchObject({ last_seen_date: 1, disappearance_date: 2 });
    expect(tree['d/s/t/a']).toMatchObject({ last_seen_date: 3, disappearance_date: null });
  });

  it('was last seen when the columns of its table were last read, even if it is missing much later', () => {
    const both = scanOf(table('t', { columns: [column('a'), column('b')] }));
    const unread = scanOf({ name: 't', has_read_access: false });
    expect(afterScans(both, both, unread, scanOf(table('t')))['d/s/t/b']).toMatchObject({
      discovery_date: 1,
      last_seen_date: 2,
      disappearance_date: 4,
    });
  });

  it('takes over changed properties', () => {
    const changed = scanOf(table('t', { columns: [column('b'), column('a', { type_name: 'int' })] }));
    expect(afterScans(scanOf(table('t')), changed)['d/s/t/a']).toMatchObject({
      index: 1,
      type_name: 'int',
      discovery_date: 1,
      last_seen_date: 2,
    });
  });

  it('is not discovered in a database that could not be read', () => {
    expect(afterScans({ databases: [{ name: 'd' }], isComplete: true })).toEqual({});
  });
});

describe('read access', () => {
  const unreadable = scanOf(table('t', { has_read_access: false }));
  const readable = scanOf(table('t'));

  it.each<[string, Scan[], boolean, number | null]>([
    ['that never existed has no date', [unreadable, unreadable], false, null],
    ['that is lost is dated', [readable, unreadable], false, 2],
    ['that stays lost keeps the first date', [readable, unreadable, unreadable], false, 2],
    ['that is regained has no date', [readable, unreadable, readable], true, null],
    ['that is lost again has a new date', [readable, unreadable, readable, unreadable], false, 4],
    ['is not lost when the table disappears', [readable, nothing], true, null],
  ])('%s', (_case, scans, has_read_access, read_access_disappearance_date) => {
    expect(afterScans(...scans)['d/s/t']).toMatchObject({ has_read_access, read_access_disappearance_date });
  });
});

describe('the id of an element', () => {
  it('depends on the data warehouse, on every name, and on the boundaries between names', () => {
    const ids = [
      elementId('1', ['a', 'b']),
      elementId('2', ['a', 'b']),
      elementId('1', ['a']),
      elementId('1', ['ab']),
      elementId('1', ['a/b']),
      elementId('1', ['a","b']),
      elementId('11', ['a', 'b']),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(elementId('1', ['a', 'b'])).toBe(elementId('1', ['a', 'b']));
  });
});
