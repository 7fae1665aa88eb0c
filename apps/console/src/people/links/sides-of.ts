import type { GetUserPointIdentityResponse } from '@tributary/client/generated/types.gen';

export type Identity = GetUserPointIdentityResponse['data'];
export type Link = Identity['links'][number];

/** The two sets of identifiers that a link of a person joins, as selectors: that of `from`, that of `to`. */
export function sidesOf(links: readonly Link[], link: Link): [from: string[], to: string[]] {
  const others = links.filter((one) => one !== link);
  return [reachable(others, link.from), reachable(others, link.to)];
}

function reachable(links: readonly Link[], start: string): string[] {
  const found = new Set([start]);
  for (const one of found)
    for (const { from, to } of links) {
      if (from === one) found.add(to);
      if (to === one) found.add(from);
    }
  return [...found];
}
