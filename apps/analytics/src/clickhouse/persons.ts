/** Two user points of one person. */
export type Link = [one: string, other: string];

/** Pairs of a user point and the smallest id of its person, for each that the links name. */
export function personsOf(links: Link[]): [id: string, survivor_id: string][] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent;
    // The next search from here is short.
    for (let next = id; next !== root;) {
      const parent = parents.get(next) ?? root;
      parents.set(next, root);
      next = parent;
    }
    return root;
  };
  for (const [one, other] of links) {
    const [smaller, greater] = [rootOf(one), rootOf(other)].sort() as Link;
    parents.set(smaller, smaller);
    parents.set(greater, smaller);
  }
  return [...parents.keys()].map((id) => [id, rootOf(id)]);
}
