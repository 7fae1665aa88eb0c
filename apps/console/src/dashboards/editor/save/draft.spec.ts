import { beforeEach, describe, expect, it } from '@jest/globals';
import { draftKey, dropDraft, keepDraft, maxDraftLength, maxDrafts, readDraft } from './draft.js';

class TabStorage {
  private readonly entries = new Map<string, string>();
  capacity = Infinity;
  get length() {
    return this.entries.size;
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null;
  getItem = (key: string) => this.entries.get(key) ?? null;
  removeItem = (key: string) => void this.entries.delete(key);
  setItem = (key: string, value: string) => {
    if (value.length > this.capacity) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(key, value);
  };
}

let storage: TabStorage;
beforeEach(() => {
  storage = new TabStorage();
});
const draft = (saved_ts: number, text = '{}') => ({ based_on: '1', text, saved_ts });
const key = draftKey('1', '7');

describe('a draft', () => {
  it('is read as it was kept, until it is dropped', () => {
    expect(keepDraft(storage, key, draft(5))).toBe(true);
    expect(readDraft(storage, key)).toEqual(draft(5));
    dropDraft(storage, key);
    expect(readDraft(storage, key)).toBeUndefined();
  });

  it('is of one user', () => {
    keepDraft(storage, key, draft(5));
    expect(readDraft(storage, draftKey('2', '7'))).toBeUndefined();
  });

  it(`is one of at most ${maxDrafts}: the oldest gives way`, () => {
    storage.setItem('tributary.token', 't');
    for (let id = 1; id <= maxDrafts + 1; id += 1) keepDraft(storage, draftKey('1', String(id)), draft(id));
    expect(readDraft(storage, draftKey('1', '1'))).toBeUndefined();
    expect(readDraft(storage, draftKey('1', String(maxDrafts + 1)))).toBeDefined();
    expect(storage.length).toBe(maxDrafts + 1);
  });

  it('that is too large, or for which there is no room, is not kept', () => {
    expect(keepDraft(storage, key, draft(1, ' '.repeat(maxDraftLength + 1)))).toBe(false);
    storage.capacity = 10;
    expect(keepDraft(storage, key, draft(1))).toBe(false);
  });

  it.each(['{', '[]', '{"text":1}'])('that is malformed is none: %s', (stored) => {
    storage.setItem(key, stored);
    expect(readDraft(storage, key)).toBeUndefined();
  });
});
