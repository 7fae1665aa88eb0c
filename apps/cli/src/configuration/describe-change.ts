import type { Change } from './model/changes.js';
import { shapes } from './model/shapes.js';

export const signs = { added: '+', changed: '~', archived: '-', removed: '-' } as const;

/** More would push the names out of sight. */
const longest = 60;

/** One row: the sign, the kind, the name, and what changes. */
export const rowOf = ({ change, section, name, fields }: Change): string[] => [
  signs[change],
  shapes[section].noun,
  name,
  change === 'archived' ? 'is archived' : fields.map(describe).join(', '),
];

function describe({ field, from, to }: Change['fields'][number]): string {
  const [before, after] = [textOf(from), textOf(to)];
  return before.length + after.length > longest ? field : `${field}: ${before} → ${after}`;
}

const textOf = (value: unknown): string => (value === undefined || value === null ? 'none' : JSON.stringify(value));
