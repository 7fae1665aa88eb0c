import type { Identity } from '@tributary/contracts/exports/identity';
import { partition } from './union-find.js';

/** An activity, association or import that has named identifiers, in the order in which they took effect. */
export interface Named {
  kind: Identity['links'][number]['cause'];
  id: string;
  names: string[];
}

/**
 * The naive law: without the cause of a link, and everything later that names identifiers of both its sides, exactly these
 * two sets are apart; and `since` counts what is later. What named an identifier that was dissociated since names a phantom,
 * which is on either side.
 */
export function checkLinks(people: Identity[], history: Named[], { isOrdered = true } = {}): void {
  for (const { identifiers, links } of people) {
    const members = identifiers.map(nameOf);
    const ends = links.map(({ from, to }) => [from, to].map(withoutForm));
    const joined = partition([...members.map((member) => [member]), ...ends]);
    if (joined.length !== 1 || links.length !== members.length - 1)
      throw new Error(`no tree: ${JSON.stringify(links)}`);
    for (const [index, link] of links.entries()) {
      const others = ends.filter((_ends, at) => at !== index);
      const sides = partition([...members.map((member) => [member]), ...others]);
      const [side = new Set<string>()] = sides.filter((one) => one.has(ends[index]?.[1] ?? ''));
      if (sides.length !== 2 || !isExplained(history, { members, side, link, isOrdered }))
        throw new Error(`not explained: ${JSON.stringify({ link, side: [...side], history })}`);
    }
  }
}

const withoutForm = (selector: string) => selector.replace(/^user_agent_id=/, '');
const nameOf = (identifier: Identity['identifiers'][number]) =>
  identifier.type === 'USER_AGENT' ? identifier.user_agent_id : '';

interface Cut {
  members: string[];
  side: Set<string>;
  link: Identity['links'][number];
  /** Otherwise any of those that name both sides may be the first. */
  isOrdered: boolean;
}

/** Whether the law holds for some choice of the sides of the phantoms. */
function isExplained(history: Named[], { members, side, ...cut }: Cut): boolean {
  const component = partition(history.map(({ names }) => names)).find((part) => part.has(members[0] ?? ''));
  const phantoms = [...(component ?? [])].filter((name) => !members.includes(name));
  return subsetsOf(phantoms).some((chosen) =>
    holds(history, { members: [...members, ...phantoms], side: new Set([...side, ...chosen]), ...cut }),
  );
}

function holds(history: Named[], { members, side, link, isOrdered }: Cut): boolean {
  const own = history.filter(({ names }) => names.some((name) => members.includes(name)));
  const isCrossing = ({ names }: Named) =>
    names.some((name) => side.has(name)) && names.some((name) => !side.has(name));
  const crossing = own.filter(isCrossing);
  const causes = isOrdered ? crossing.slice(0, 1) : crossing;
  if (!causes.some(({ kind, id }) => kind === link.cause && id === link.id)) return false;
  if (crossing.length - 1 !== link.since) return false;
  const restricted = own.flatMap((one) =>
    isCrossing(one)
      ? [one.names.filter((name) => side.has(name)), one.names.filter((name) => !side.has(name))]
      : [one.names],
  );
  const apart = partition(restricted);
  return apart.length === 2 && apart.some((part) => part.size === side.size && [...part].every((one) => side.has(one)));
}

const subsetsOf = (names: string[]): string[][] =>
  names.reduce<string[][]>((subsets, name) => [...subsets, ...subsets.map((one) => [...one, name])], [[]]);
