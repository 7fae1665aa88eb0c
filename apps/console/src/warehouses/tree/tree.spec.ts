import { describe, expect, it } from '@jest/globals';
import type { Database } from '@tributary/client/generated/types.gen';
import { countOf, findNode, flattenTree, nodesOf, searchNodes } from './flatten-tree.js';
import { moveFocus } from './move-focus.js';

const seen = { discovery_date: 1, last_seen_date: 2 };
const column = (id: string, column_name: string, index: number) => ({
  ...seen,
  id,
  column_name,
  index,
  type_name: 'text',
  nullable: true,
  primary_key: false,
  repeated: false,
  has_read_access: true,
});
const table = (id: string, name: string, has_read_access = true) => ({
  ...seen,
  id,
  name,
  has_read_access,
  columns: [column(`${id}-b`, 'a_second', 1), column(`${id}-a`, 'z_first', 0)],
});
const databases: Database[] = [
  {
    ...seen,
    id: 'd',
    data_warehouse_id: '1',
    name: 'shop',
    schemas: [{ ...seen, id: 's', name: 'public', tables: [table('t10', 'orders10'), table('t2', 'orders2', false)] }],
  },
];
const nodes = nodesOf(databases);
const rows = (open: string[]) => flattenTree(nodes, ({ id }) => open.includes(id));
const ids = (open: string[]) => rows(open).map(({ node }) => node.id);

describe('the tree', () => {
  it('orders names as people do, and columns as their table does', () =>
    expect(ids(['d', 's', 't2'])).toEqual(['d', 's', 't2', 't2-a', 't2-b', 't10']));
  it('has the rows of open elements only', () => expect(ids(['d'])).toEqual(['d', 's']));
  it('knows level, position and parent of a row', () =>
    expect(rows(['d', 's'])[3]).toMatchObject({ level: 3, position: 2, siblings: 2, parent: 's', isExpanded: false }));
  it('finds what contains a text, with all above', () => {
    const found = searchNodes(nodes, 'ORDERS2');
    expect(flattenTree(found, () => true).map(({ node }) => node.id)).toEqual(['d', 's', 't2', 't2-a', 't2-b']);
    expect(searchNodes(nodes, 'none')).toEqual([]);
  });
  it('names the path of an element', () =>
    expect(findNode(nodes, 't10-a')?.path).toEqual(['shop', 'public', 'orders10', 'z_first']));
  it('counts what an element holds', () =>
    expect(nodes.map(countOf).concat(countOf(rows(['d', 's'])[2]!.node))).toEqual(['1 schema', '2 columns']));
  it('marks a table that cannot be read', () => expect(findNode(nodes, 't2')?.node.isUnreadable).toBe(true));
});

describe('moveFocus', () => {
  const open = rows(['d', 's']);
  it.each([
    ['d', 'ArrowDown', { kind: 'focus', id: 's' }],
    ['d', 'ArrowUp', { kind: 'none' }],
    ['d', 'ArrowRight', { kind: 'focus', id: 's' }],
    ['t2', 'ArrowRight', { kind: 'expand', id: 't2' }],
    ['s', 'ArrowLeft', { kind: 'collapse', id: 's' }],
    ['t2', 'ArrowLeft', { kind: 'focus', id: 's' }],
    ['t2', 'Home', { kind: 'focus', id: 'd' }],
    ['d', 'End', { kind: 'focus', id: 't10' }],
    ['t10', 'Enter', { kind: 'select', id: 't10' }],
    ['t10', 'x', { kind: 'none' }],
    [undefined, 'ArrowDown', { kind: 'focus', id: 's' }],
  ])('from %s, %s', (from, key, move) => expect(moveFocus(open, from, key)).toEqual(move));
  it('does nothing in an empty tree', () => expect(moveFocus([], undefined, 'ArrowDown')).toEqual({ kind: 'none' }));
});
