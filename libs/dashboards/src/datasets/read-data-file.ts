import { query, type JsonValue } from 'jsonpath-rfc9535';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { field, listOf, numberField } from '../json/json-object.js';
import type { Cell, Point, Result } from '../results/result.js';

/** The longest path, characters. */
export const maxPathLength = 500;
/** Each `..` visits the whole file below every match of the one before it. */
export const maxDescents = 3;
/** Points within points. */
const maxLevels = 10;

export interface DataFileColumns {
  /** `series_title`: the property that holds the value. Default: `value`. */
  title?: string;
  /** The property that holds the key (`xKey` of the chart). Default: `key`. */
  xKey?: string;
}

/**
 * The part of a data file that a JSONPath (RFC 9535) selects, as a result: a number, a list of points
 * `{key, <series_title>, buckets?}`, or an object of numbers by key. Returns a sentence when it selects none of these.
 */
export function readDataFile(json: unknown, path: string, columns: DataFileColumns = {}): Result | string {
  const refused = refusePath(path);
  if (refused) return refused;
  const matches = select(json, path.trim());
  return typeof matches === 'string' ? matches : readMatches(matches, path, columns);
}

function refusePath(path: string): string | undefined {
  if (path.length > maxPathLength) return `JSON_path is longer than ${maxPathLength} characters`;
  if (path.split('..').length - 1 > maxDescents) return `JSON_path has more than ${maxDescents} ".."`;
  // The regular expressions of a content could keep the tab of every viewer busy.
  return /\b(?:match|search)\s*\(/.test(path) ? 'JSON_path must not use match() or search()' : undefined;
}

function select(json: unknown, path: string): unknown[] | string {
  try {
    return query(json as JsonValue, path);
  } catch (error) {
    return `JSON_path ${JSON.stringify(path.slice(0, 100))} cannot be read: ${String((error as Error).message)}`;
  }
}

function readMatches(matches: unknown[], path: string, columns: DataFileColumns): Result | string {
  const [first] = matches;
  const { title = 'value', xKey = 'key' } = columns;
  if (matches.length === 0) return `JSON_path ${path} selects nothing`;
  if (typeof first === 'number')
    return { kind: 'number', value: first, ...(columns.title !== undefined && { title: columns.title }) };
  const list = Array.isArray(first)
    ? listOf(first)
    : isObject(first) && Object.hasOwn(first, xKey)
      ? matches
      : undefined;
  const points = list ? readPoints(list, xKey, title) : isObject(first) ? readNumbers(first) : [];
  if (points.length === 0 && list?.length !== 0) return `JSON_path ${path} selects neither a number nor points`;
  return { kind: 'series', titles: [title], points };
}

/** Entries that are no points are left out. */
function readPoints(list: unknown[], xKey: string, title: string, level = 1): Point[] {
  if (level > maxLevels) return [];
  return list.filter(isObject).flatMap((entry) => {
    const key = readKey(Object.hasOwn(entry, xKey) ? entry[xKey] : undefined);
    if (key === undefined) return [];
    const points = readPoints(listOf(field(entry, 'buckets')), xKey, title, level + 1);
    return [{ key, cells: [readCell(entry, title)], ...(points.length > 0 && { points }) }];
  });
}

function readKey(value: unknown): string | null | undefined {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function readCell(entry: JsonObject, title: string): Cell {
  const value = numberField(entry, title) ?? numberField(entry, 'value') ?? numberField(entry, 'count') ?? null;
  const count = numberField(entry, `${title}-count`);
  return { value, ...(count !== undefined && { count }) };
}

const readNumbers = (object: JsonObject): Point[] =>
  Object.entries(object).flatMap(([key, value]) => (typeof value === 'number' ? [{ key, cells: [{ value }] }] : []));
