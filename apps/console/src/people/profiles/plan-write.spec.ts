import { describe, expect, it } from '@jest/globals';
import { parseJson } from '@tributary/client/exact-json';
import { isChanged } from '@tributary/testing/changed-numbers';
import { planWrite } from './plan-write.js';

const current = parseJson('{"big":12345678901234567890,"name":"A","tags":["x"]}') as Record<string, unknown>;
const textOf = (changes: object) => JSON.stringify({ ...current, ...changes });
const update = { strategy: 'PARTIAL_UPDATE', mergeObjects: false } as const;
const replace = { strategy: 'FORCE_REPLACE', mergeObjects: false } as const;
const remove = { strategy: 'PARTIAL_DELETE', mergeObjects: false } as const;

describe('planWrite', () => {
  it('sends only what was edited', () =>
    expect(planWrite(current, { ...update, text: textOf({ name: 'B' }) }).plan).toEqual({
      write: { ...update, body: { name: 'B' } },
      changes: [{ property: 'name', before: 'A', after: 'B' }],
      kept: [],
    }));

  it('names what an update keeps although it was taken out of the text', () =>
    expect(planWrite(current, { ...update, text: '{"name":"A"}' }).plan).toMatchObject({
      changes: [],
      kept: ['big', 'tags'],
    }));

  it('removes', () =>
    expect(planWrite(current, { ...remove, text: '{"name":null,"tags":["x"]}' }).plan?.changes).toEqual([
      { property: 'name', before: 'A' },
      { property: 'tags', before: ['x'], after: [] },
    ]));

  it.each([
    [
      'a replacement',
      { ...replace, text: textOf({ name: 'B' }) },
      '{"big":12345678901234567890,"name":"B","tags":["x"]}',
    ],
    ['an update', { ...update, text: '{"n":[1e400,-0,1.10]}' }, '{"n":[1e400,-0,1.10]}'],
  ])('sends numbers by %s as they are written', (_case, edit, body) => {
    expect(JSON.stringify(planWrite(current, edit).plan?.write.body)).toBe(body);
    expect(isChanged(body)).toBe(true);
  });

  it('replaces a profile of small numbers', () =>
    expect(planWrite({ a: 1 }, { ...replace, text: '{"b":2}' }).plan?.changes).toEqual([
      { property: 'a', before: 1 },
      { property: 'b', after: 2 },
    ]));

  it.each(['[]', '{"a"', 'null'])('says what is wrong with %s', (text) =>
    expect(planWrite(current, { ...update, text }).problem).toMatch(/JSON/),
  );
});
