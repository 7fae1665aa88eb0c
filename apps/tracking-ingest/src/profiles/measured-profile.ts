import { canonicalJson, isJsonObject, writeJson, type JsonObject, type JsonValue } from './json-value.js';
import type { LwwMap } from './lww-map.js';
import { mayBecome, type ProfileSize } from './profile-size.js';

/** How many entries an object has in a text, and how many bytes they have together. */
interface Entries {
  count: number;
  length: number;
}

/** A value and the versions of it and of what is inside it, as `toStored` writes them. Only their lengths are kept. */
interface Part {
  set_ts: number | undefined;
  object_ts: number | undefined;
  removed: Map<string, number>;
  removedLength: number;
  value: Value;
  /** The parts that have versions: every property of an object that has been opened. */
  children: Map<string, Part>;
  /** The properties of an opened object. */
  properties: Entries;
  /** The children that have versions. */
  versions: Entries;
  /** No version in it is later. */
  newest: number;
}

type Value =
  | undefined
  | { kind: 'whole'; json: JsonValue; length?: number }
  | { kind: 'array'; elements: Map<string, Entries>; all: Entries }
  | { kind: 'opened' };

/**
 * The exact size of a stored profile, kept while writes are added to it. A write takes time in proportion to itself and to
 * what it replaces, not to the profile. Only a replacement takes time for each later property that stays, too.
 */
export class MeasuredProfile {
  private readonly root: Part;
  /** Take back the write that is being added, last step first. */
  private undo: (() => void)[] = [];

  constructor(state: LwwMap) {
    this.root = partOf(state, undefined);
  }

  get size(): ProfileSize {
    return { properties: valueLength(this.root), versions: versionsLength(this.root) };
  }

  /** Adds one write, all of whose times are equal, unless the profile may not become so large. */
  add(write: LwwMap, ts: number, limits: ProfileSize): boolean {
    const before = this.size;
    this.undo = [];
    this.write(this.root, write, ts);
    if (mayBecome(before, this.size, limits)) return true;
    for (const step of this.undo.reverse()) step();
    return false;
  }

  /** As `merge`, in place. */
  private write(part: Part, { set, object_ts, removed, children }: LwwMap, ts: number): void {
    if (ts < (part.set_ts ?? -Infinity)) return;
    // The length stays, so this is not taken back.
    if (removed && removed.size > 0) index(part);
    if (children && children.size > 0) open(part);
    this.remember(part);
    if (set) {
      const next = replaced(part, ts, set.value);
      Object.assign(part, next, { set_ts: ts, newest: Math.max(next.newest, ts) });
      return;
    }
    part.newest = Math.max(part.newest, ts);
    if (object_ts !== undefined) {
      part.object_ts = Math.max(part.object_ts ?? ts, ts);
      if (!isObject(part.value)) part.value = { kind: 'opened' };
    }
    for (const element of removed?.keys() ?? []) this.remove(part, element, ts);
    for (const [key, child] of children ?? []) this.writeInside(part, key, child, ts);
  }

  private writeInside(part: Part, key: string, write: LwwMap, ts: number): void {
    const before = part.children.get(key);
    const child = before ?? emptyPart();
    if (before) count(part, key, child, -1);
    this.write(child, write, ts);
    count(part, key, child, 1);
    if (before || isEmpty(child)) return;
    const { children } = part;
    children.set(key, child);
    this.undo.push(() => children.delete(key));
  }

  private remove(part: Part, element: string, ts: number): void {
    const { removed } = part;
    const before = removed.get(element);
    if (before === undefined || before < ts) {
      part.removedLength += removalLength(element, ts) - (before === undefined ? 0 : removalLength(element, before));
      removed.set(element, ts);
      this.undo.push(() => (before === undefined ? removed.delete(element) : removed.set(element, before)));
    }
    if (part.value?.kind !== 'array') return;
    const { elements, all } = part.value;
    const equal = elements.get(element);
    if (!equal) return;
    elements.delete(element);
    this.undo.push(() => elements.set(element, equal));
    part.value = { ...part.value, all: { count: all.count - equal.count, length: all.length - equal.length } };
  }

  private remember(part: Part): void {
    const before = { ...part, properties: { ...part.properties }, versions: { ...part.versions } };
    this.undo.push(() => Object.assign(part, before));
  }
}

const emptyPart = (): Part => ({
  set_ts: undefined,
  object_ts: undefined,
  removed: new Map(),
  removedLength: 0,
  value: undefined,
  children: new Map(),
  properties: { count: 0, length: 0 },
  versions: { count: 0, length: 0 },
  newest: -Infinity,
});

const wholePart = (json: JsonValue | undefined): Part => ({ ...emptyPart(), value: whole(json) });

const whole = (json: JsonValue | undefined): Value => (json === undefined ? undefined : { kind: 'whole', json });

/** The part as `fromStored` reads it; `inherited` is its value in the enclosing object. */
function partOf({ set, object_ts, removed, children }: LwwMap, inherited: JsonValue | undefined): Part {
  const json = set ? set.value : inherited;
  const part: Part = { ...wholePart(json), set_ts: set?.ts, object_ts };
  if (object_ts !== undefined && !isJsonObject(json)) part.value = { kind: 'opened' };
  part.newest = Math.max(set?.ts ?? -Infinity, object_ts ?? -Infinity);
  for (const [element, ts] of removed ?? []) keepRemoval(part, element, ts);
  if (children && children.size > 0) open(part, children);
  for (const [key, child] of children ?? [])
    place(part, key, partOf(child, isJsonObject(json) ? own(json, key) : undefined));
  return part;
}

/** The part with another value since `ts`, and with its writes that are later. */
function replaced(before: Part, ts: number, json: JsonValue | undefined): Part {
  const part = wholePart(json);
  if (before.newest <= ts) return part;
  part.newest = before.newest;
  if (before.object_ts !== undefined && before.object_ts > ts) {
    part.object_ts = before.object_ts;
    if (!isJsonObject(json)) part.value = { kind: 'opened' };
  }
  for (const [element, at] of before.removed) if (at > ts) keepRemoval(part, element, at);
  dropRemoved(part);
  for (const [key, child] of before.children) {
    if (child.newest <= ts) continue;
    open(part);
    const inherited = isJsonObject(json) ? own(json, key) : undefined;
    // The content of a later value is later too.
    const isLater = child.set_ts !== undefined && child.set_ts > ts;
    place(part, key, isLater ? child : replaced(child, ts, inherited));
  }
  return part;
}

function keepRemoval(part: Part, element: string, ts: number): void {
  part.removed.set(element, ts);
  part.removedLength += removalLength(element, ts);
  part.newest = Math.max(part.newest, ts);
}

function dropRemoved(part: Part): void {
  if (part.removed.size === 0 || part.value?.kind !== 'whole' || !Array.isArray(part.value.json)) return;
  part.value = whole(part.value.json.filter((item) => !part.removed.has(canonicalJson(item))));
}

/** Puts a child in the place of the one that is there. */
function place(part: Part, key: string, child: Part): void {
  const before = part.children.get(key);
  if (before) count(part, key, before, -1);
  part.newest = Math.max(part.newest, child.newest);
  if (isEmpty(child)) part.children.delete(key);
  else part.children.set(key, child);
  count(part, key, child, 1);
}

function count(part: Part, key: string, child: Part, sign: 1 | -1): void {
  const keyLength = bytesOf(JSON.stringify(key)) + 1;
  if (child.value) tally(part.properties, sign, keyLength + valueLength(child));
  if (hasVersions(child)) tally(part.versions, sign, keyLength + versionsLength(child));
}

function tally(entries: Entries, sign: 1 | -1, length: number): void {
  entries.count += sign;
  entries.length += sign * length;
}

/** Measures the properties of an object singly, once; those of `others` the caller adds. */
function open(part: Part, others?: ReadonlyMap<string, unknown>): void {
  if (part.value?.kind !== 'whole' || !isJsonObject(part.value.json)) return;
  const { json } = part.value;
  part.value = { kind: 'opened' };
  for (const [key, value] of Object.entries(json)) if (!others?.has(key)) place(part, key, wholePart(value));
}

/** Measures the elements of an array singly, once. */
function index(part: Part): void {
  if (part.value?.kind !== 'whole' || !Array.isArray(part.value.json)) return;
  const elements = new Map<string, Entries>();
  const all = { count: 0, length: 0 };
  for (const item of part.value.json) {
    const key = canonicalJson(item);
    const equal = elements.get(key) ?? { count: 0, length: 0 };
    const length = bytesOf(writeJson(item));
    tally(equal, 1, length);
    tally(all, 1, length);
    elements.set(key, equal);
  }
  part.value = { kind: 'array', elements, all };
}

const isObject = (value: Value) => value?.kind === 'opened' || (value?.kind === 'whole' && isJsonObject(value.json));

const own = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);

const hasVersions = ({ set_ts, object_ts, removed, versions }: Part) =>
  set_ts !== undefined || object_ts !== undefined || removed.size > 0 || versions.count > 0;

const isEmpty = (part: Part) => !part.value && !hasVersions(part);

/** With its brackets and commas. */
const textLength = ({ count: entries, length }: Entries) => length + Math.max(0, entries - 1) + '{}'.length;

function valueLength({ value, properties }: Part): number {
  switch (value?.kind) {
    case undefined:
      return 0;
    case 'whole':
      return (value.length ??= bytesOf(writeJson(value.json)));
    case 'array':
      return textLength(value.all);
    case 'opened':
      return textLength(properties);
  }
}

function versionsLength({ set_ts, object_ts, removed, removedLength, versions }: Part): number {
  const entries = { count: 0, length: 0 };
  const add = (length: number) => tally(entries, 1, '"s":'.length + length);
  if (set_ts !== undefined) add(String(set_ts).length);
  if (object_ts !== undefined) add(String(object_ts).length);
  if (removed.size > 0) add(textLength({ count: removed.size, length: removedLength }));
  if (versions.count > 0) add(textLength(versions));
  return textLength(entries);
}

const removalLength = (element: string, ts: number) => bytesOf(`${JSON.stringify(element)}:${ts}`);

const bytesOf = (text: string) => Buffer.byteLength(text);
