import { isObject } from '@tributary/contracts/rules/json/json-object';
import { sections, shapes, type Section } from './shapes.js';

/** The fields of one resource, as a file has them: other resources are named, ids are absent. */
export type Entry = Readonly<Record<string, unknown>>;

/** The sections that a file has. Each is whole, and each identity is in it once. */
export type Configuration = ReadonlyMap<Section, readonly Entry[]>;

/** A place in a file, and what is wrong there. */
export interface Problem {
  path: string;
  message: string;
}

/** The identity of a resource; empty for the datamart, of which there is one. */
export const identityOf = (section: Section, entry: Entry): string => {
  const { identity } = shapes[section];
  return identity === undefined ? '' : String(entry[identity]);
};

/** Where an entry stands in its file. */
export const pathOf = (section: Section, index: number): string =>
  shapes[section].identity === undefined ? section : `${section}[${index}]`;

/** Reads the value of a file. All problems come at once; the configuration is for a file without any. */
export function readConfiguration(value: unknown): { configuration: Configuration; problems: Problem[] } {
  const problems: Problem[] = [];
  const configuration = new Map<Section, Entry[]>();
  if (!isObject(value)) return { configuration, problems: [{ path: '', message: 'the file must hold a JSON object' }] };
  for (const name of Object.keys(value))
    if (!(sections as readonly string[]).includes(name))
      problems.push({ path: name, message: `is unknown: a file has ${sections.join(', ')}` });
  for (const section of sections)
    if (Object.hasOwn(value, section)) configuration.set(section, readSection(section, value[section], problems));
  return { configuration, problems };
}

function readSection(section: Section, value: unknown, problems: Problem[]): Entry[] {
  if (shapes[section].identity === undefined) return [readEntry(section, value, section, problems)];
  if (!Array.isArray(value)) {
    problems.push({ path: section, message: 'must be a list' });
    return [];
  }
  const seen = new Map<string, number>();
  return (value as unknown[]).map((each, index) => {
    const path = pathOf(section, index);
    const entry = readEntry(section, each, path, problems);
    const name = identityOf(section, entry);
    const before = seen.get(name);
    if (before !== undefined)
      problems.push({ path, message: `has the ${shapes[section].identity} of ${pathOf(section, before)}` });
    seen.set(name, index);
    return entry;
  });
}

function readEntry(section: Section, value: unknown, path: string, problems: Problem[]): Entry {
  const { noun, identity, fields } = shapes[section];
  if (!isObject(value)) {
    problems.push({ path, message: 'must be an object' });
    return {};
  }
  const given = identity === undefined || Object.hasOwn(value, identity) ? value : { [identity]: undefined, ...value };
  const read = Object.entries(given).map(([field, stated]) => {
    const check = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const report = (message: string, part = '') => void problems.push({ path: `${path}.${field}${part}`, message });
    if (!check) report(`is unknown: the fields of a ${noun} are ${Object.keys(fields).join(', ')}`);
    return [field, check?.(stated, report)];
  });
  return Object.fromEntries(read) as Entry;
}
