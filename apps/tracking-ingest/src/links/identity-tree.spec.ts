import { describe, expect, it } from '@jest/globals';
import { buildTree, leaveTree, sidesOf, type LinkedIdentifier, type TreeLink } from './identity-tree.js';

/** `b>a`: b came with a link to a; `b`: without one. Each is a millisecond younger than the one before. */
const identifiers = (text: string): LinkedIdentifier[] =>
  text.split(' ').map((one, index) => {
    const [identifier_id = '', linked_to = null] = one.split('>');
    const link_cause = linked_to === null ? null : 1;
    return { identifier_id, linked_to, link_cause, link_id: null, creation_ts: String(index), linked_ts: null };
  });
const shown = (links: TreeLink[]) =>
  links.map(({ from, to, link_cause }) => `${from}${link_cause ? '-' : '?'}${to}`).join(' ');
const treeOf = (text: string) => buildTree(identifiers(text), []);

it.each([
  ['a b>a c>b', 'a-b b-c'],
  ['a b c>b', 'a?b b-c'],
  ['a b>gone', 'a?b'],
  ['a>b b>a', 'b-a'],
  ['a', ''],
])('the tree of %s is %s', (text, tree) => expect(shown(treeOf(text))).toBe(tree));

describe('leaveTree', () => {
  it.each([
    ['a b>a c>b', 'b', 'a-c', 'a'],
    ['a b>a c>a', 'a', 'b-c', 'b'],
    ['a b>a c>b', 'c', 'a-b', 'b'],
    ['a b c>b', 'b', 'a-c', 'a'],
    ['a', 'a', '', undefined],
  ])('of %s without %s leaves %s', (text, leaving, tree, heir) => {
    const departure = leaveTree(treeOf(text), leaving);
    expect([shown(departure.links), departure.heir]).toEqual([tree, heir]);
  });
});

it('sidesOf has the identifiers behind each link', () => {
  expect(sidesOf(treeOf('a b>a c>b d>b')).map((side) => [...side].sort().join(''))).toEqual(['bcd', 'c', 'd']);
});
