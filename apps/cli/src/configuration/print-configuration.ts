import { warn } from '../output/status-messages.js';
import { printJson } from '../output/print.js';
import type { CommonOptions } from '../commands/create-command.js';
import { identityOf, type Entry } from './model/configuration.js';
import type { Existing } from './model/changes.js';
import { openScope, readPlatform } from './resources.js';
import { sections, shapes, type Section } from './model/shapes.js';

/** Prints what the platform has as a file that `apply` takes. What is archived is left out. */
export async function printConfiguration(options: CommonOptions): Promise<void> {
  const platform = await readPlatform(await openScope(options), new Set(sections), () => true);
  const written = sections.map((section) => {
    const existing = (platform.get(section) ?? []).filter(({ fields }) => fields.archived !== true);
    warnOfDoubles(section, existing);
    const entries = existing.map(({ fields }) => entryOf(section, fields));
    return [section, shapes[section].identity === undefined ? entries[0] : entries] as const;
  });
  printJson(Object.fromEntries(written));
}

/** Ids that the platform makes are numbers: another platform makes others. */
const isMade = (section: Section, field: string, value: unknown) =>
  section === 'channels' && field === 'id' && /^\d+$/.test(String(value));

const entryOf = (section: Section, fields: Entry): Entry =>
  Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => field !== 'archived' && !isMade(section, field, value)),
  );

function warnOfDoubles(section: Section, existing: readonly Existing[]): void {
  const { noun, identity } = shapes[section];
  for (const [name, { length }] of Map.groupBy(existing, ({ fields }) => identityOf(section, fields)))
    if (length > 1)
      warn(`${length} resources of the kind ${noun} have the ${identity} "${name}": apply needs one of them renamed`);
}
