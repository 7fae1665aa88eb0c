import { isJsonObject, writeJson, type JsonValue } from './json-value.js';
import { forget, isEmpty, merge, valueOf, type LwwMap } from './lww-map.js';
import { mayBecome, type ProfileSize } from './profile-size.js';
import { versionsText } from './stored-profile.js';

/** A property of a profile, or the tombstone of one. */
interface Entry {
  /** Undefined if it has the time of the whole profile. */
  map: LwwMap | undefined;
  /** Its value in the last write of the whole profile. */
  inherited: JsonValue | undefined;
  /** Bytes in the stored texts, with name and comma. */
  size: ProfileSize;
}

/**
 * The exact size of a profile while writes are added to it. A write takes time in proportion to the properties that it names,
 * as they are before and after it; a replacement of the profile in proportion to the number of those that it replaces.
 */
export class MeasuredProfile {
  private set: LwwMap['set'];
  private object_ts: number | undefined;
  private entries = new Map<string, Entry>();
  private sum: ProfileSize = { properties: 0, versions: 0 };

  constructor({ set, object_ts, children }: LwwMap) {
    this.object_ts = object_ts;
    this.replace(set, children ?? new Map());
  }

  get size(): ProfileSize {
    const own = versionsText({ ...(this.set && { set: this.set }), ...ifTime(this.object_ts) }).length;
    const children = this.sum.versions === 0 ? 0 : '"c":{}'.length + this.sum.versions - 1 + (own > 2 ? 1 : 0);
    const isThere = this.object_ts !== undefined || this.set?.value !== undefined;
    return { properties: isThere ? 2 + Math.max(0, this.sum.properties - 1) : 0, versions: own + children };
  }

  /** Adds one write, all of whose times are `ts`, unless the profile may not become so large. */
  add(write: LwwMap, ts: number, limits: ProfileSize): boolean {
    if (ts < (this.set?.ts ?? -Infinity)) return true;
    const { size, set, object_ts, entries, sum } = this;
    const undo = write.set ? this.replaceBy(write.set) : this.writeInside(write, ts);
    if (mayBecome(size, this.size, limits)) return true;
    undo();
    Object.assign(this, { set, object_ts, entries, sum });
    return false;
  }

  private replaceBy(set: NonNullable<LwwMap['set']>): () => void {
    const isOver = (ts: number) => ts <= set.ts;
    if (this.object_ts !== undefined && isOver(this.object_ts)) this.object_ts = undefined;
    const later = Array.from(this.entries, ([key, { map }]) => [key, map && forget(map, isOver)] as const);
    this.replace(set, new Map(later.flatMap(([key, map]) => (map && !isEmpty(map) ? [[key, map] as const] : []))));
    return () => {};
  }

  private replace(set: LwwMap['set'], children: ReadonlyMap<string, LwwMap>): void {
    const before = this.entries;
    this.set = set;
    this.entries = new Map();
    this.sum = { properties: 0, versions: 0 };
    const values = new Map(isJsonObject(set?.value) ? Object.entries(set.value) : []);
    for (const key of new Set([...values.keys(), ...children.keys()])) {
      const [map, inherited, known] = [children.get(key), values.get(key), before.get(key)];
      const isSame = known && known.map === map && (map?.set || known.inherited === inherited);
      this.place(key, isSame ? { ...known, inherited } : measured(key, map, inherited));
    }
  }

  private writeInside({ object_ts, children }: LwwMap, ts: number): () => void {
    if (object_ts !== undefined) this.object_ts = Math.max(this.object_ts ?? ts, ts);
    this.sum = { ...this.sum };
    const before = Array.from(children ?? [], ([key, write]) => {
      const known = this.entries.get(key);
      const map = merge(known?.map ?? {}, write);
      this.place(key, measured(key, isEmpty(map) ? undefined : map, known?.inherited));
      return [key, known] as const;
    });
    return () => {
      for (const [key, known] of before)
        if (known) this.entries.set(key, known);
        else this.entries.delete(key);
    };
  }

  private place(key: string, entry: Entry): void {
    const { properties = 0, versions = 0 } = this.entries.get(key)?.size ?? {};
    this.sum.properties += entry.size.properties - properties;
    this.sum.versions += entry.size.versions - versions;
    this.entries.set(key, entry);
  }
}

const ifTime = (object_ts: number | undefined) => (object_ts === undefined ? {} : { object_ts });

function measured(key: string, map: LwwMap | undefined, inherited: JsonValue | undefined): Entry {
  const name = bytesOf(JSON.stringify(key)) + ':,'.length;
  const value = map ? valueOf(map, inherited) : inherited;
  const properties = value === undefined ? 0 : name + bytesOf(writeJson(value));
  return { map, inherited, size: { properties, versions: map ? name + bytesOf(versionsText(map)) : 0 } };
}

const bytesOf = (text: string) => Buffer.byteLength(text);
