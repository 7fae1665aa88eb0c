import type { CauseRow } from './link-cause.js';

/** An identifier of a person, with the link that it came with. */
export interface LinkedIdentifier extends CauseRow {
  identifier_id: string;
  creation_ts: string;
  /** When it moved to its person; null: at its creation. */
  linked_ts: string | null;
  linked_to: string | null;
}

/** A merge into a person. Without ends if it joined no identifiers, or they are one otherwise. */
export interface LinkedMerge extends CauseRow {
  merged_id: string;
  merge_ts: string;
  linked_from: string | null;
  linked_to: string | null;
}

export interface TreeLink extends CauseRow {
  /** `identifierId`s. */
  from: string;
  to: string;
  ts: number;
  /** Its row; absent for a link that is not known. */
  identifier?: LinkedIdentifier;
  merge?: LinkedMerge;
}

/**
 * The links of a person, oldest first: a tree over the identifiers. What no stored link joins is linked with the oldest
 * identifier, without a cause. Links that name what is no identifier of the person, or that would close a circle, are left out.
 */
export function buildTree(identifiers: LinkedIdentifier[], merges: LinkedMerge[]): TreeLink[] {
  const sets = new DisjointSets(identifiers.map(({ identifier_id }) => identifier_id));
  const links = storedLinks(identifiers, merges).filter(({ from, to }) => sets.join(from, to));
  const [oldest] = identifiers.toSorted(inTime);
  for (const { identifier_id: to, creation_ts } of identifiers.toSorted(inTime)) {
    if (!oldest || !sets.join(oldest.identifier_id, to)) continue;
    links.push({ from: oldest.identifier_id, to, ts: Number(creation_ts), link_cause: null, link_id: null });
  }
  return links.sort((a, b) => a.ts - b.ts);
}

const inTime = (a: LinkedIdentifier, b: LinkedIdentifier) =>
  Number(a.creation_ts) - Number(b.creation_ts) || (a.identifier_id < b.identifier_id ? -1 : 1);

/** In the order in which they have joined. An identifier comes with its link before anything is linked with it. */
function storedLinks(identifiers: LinkedIdentifier[], merges: LinkedMerge[]): TreeLink[] {
  const links: TreeLink[] = [];
  for (const identifier of identifiers) {
    const { identifier_id: to, linked_to: from, creation_ts, linked_ts, link_cause, link_id } = identifier;
    if (from !== null) links.push({ from, to, ts: Number(linked_ts ?? creation_ts), link_cause, link_id, identifier });
  }
  for (const merge of merges) {
    const { linked_from: from, linked_to: to, merge_ts, link_cause, link_id } = merge;
    if (from !== null && to !== null) links.push({ from, to, ts: Number(merge_ts), link_cause, link_id, merge });
  }
  return links.sort((a, b) => a.ts - b.ts);
}

class DisjointSets {
  private readonly parents: Map<string, string>;

  constructor(members: string[]) {
    this.parents = new Map(members.map((member) => [member, member]));
  }

  /** Whether both are members and were apart. */
  join(a: string, b: string): boolean {
    const [rootA, rootB] = [this.rootOf(a), this.rootOf(b)];
    if (rootA === undefined || rootB === undefined || rootA === rootB) return false;
    this.parents.set(rootB, rootA);
    return true;
  }

  private rootOf(member: string): string | undefined {
    let [root, parent] = [member, this.parents.get(member)];
    while (parent !== undefined && parent !== root) [root, parent] = [parent, this.parents.get(parent)];
    return parent;
  }
}

/** The identifiers on the `to` side of each link of a tree. */
export function sidesOf(links: Pick<TreeLink, 'from' | 'to'>[]): Set<string>[] {
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of links)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
  return links.map(({ from, to }) => {
    const side = new Set([to]);
    for (const member of side)
      for (const other of neighbours.get(member) ?? []) if (member !== to || other !== from) side.add(other);
    return side;
  });
}

/** The rest of a tree that an identifier has left. */
interface Departure {
  links: TreeLink[];
  /** The identifier that now stands where it was named; undefined if it was alone. */
  heir: string | undefined;
}

/**
 * The identifier that it was linked with first takes its place: that link ends, and the others stay with their causes. So the
 * rest is still a tree, and joined by what has joined it. The first is the link that it came with, if it has one.
 */
export function leaveTree(links: TreeLink[], identifier_id: string): Departure {
  const first =
    links.find(({ identifier }) => identifier?.identifier_id === identifier_id) ??
    links.find(({ from, to }) => from === identifier_id || to === identifier_id);
  if (!first) return { links, heir: undefined };
  const heir = first.from === identifier_id ? first.to : first.from;
  const replaced = (end: string) => (end === identifier_id ? heir : end);
  const others = links.filter((link) => link !== first);
  return { links: others.map((link) => ({ ...link, from: replaced(link.from), to: replaced(link.to) })), heir };
}
