import { describe, expect, it } from '@jest/globals';
import { parseJson } from '@tributary/client/exact-json';
import fc from 'fast-check';
import {
  applyWrite,
  changedProperties,
  diffProfiles,
  missingProperties,
  propertiesOf,
  type ProfileWrite,
  type Properties,
} from './diff-profile.js';

const parse = (text: string) => parseJson(text) as Properties;
const update = { strategy: 'PARTIAL_UPDATE', mergeObjects: false } as const;
const merge = { strategy: 'PARTIAL_UPDATE', mergeObjects: true } as const;
const replace = { strategy: 'FORCE_REPLACE', mergeObjects: false } as const;
const remove = { strategy: 'PARTIAL_DELETE', mergeObjects: false } as const;
const properties = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  .map((value) => parse(JSON.stringify(value)));

// The same table as that of the platform's own rule: apps/tracking-ingest/src/profiles/update-profile.spec.ts.
describe('a write', () => {
  it.each<[string, string, Omit<ProfileWrite, 'body'>, string, string]>([
    ['adds a property', '{"a":1}', update, '{"b":2}', '{"a":1,"b":2}'],
    ['overrides an object', '{"a":{"x":1}}', update, '{"a":{"y":2}}', '{"a":{"y":2}}'],
    ['stores null', '{"a":1}', update, '{"a":null}', '{"a":null}'],
    ['has no property of its time', '{"a":1}', update, '{"$ts":1}', '{"a":1}'],
    ['merges objects', '{"a":{"x":1,"z":{"p":1}}}', merge, '{"a":{"z":{"q":2}}}', '{"a":{"x":1,"z":{"p":1,"q":2}}}'],
    ['that merges replaces arrays', '{"a":[1,2]}', merge, '{"a":[3]}', '{"a":[3]}'],
    ['that merges makes an object of a value', '{"a":1}', merge, '{"a":{"x":1}}', '{"a":{"x":1}}'],
    ['that replaces leaves nothing else', '{"a":1,"b":2}', replace, '{"c":[]}', '{"c":[]}'],
    ['that deletes removes properties', '{"a":1,"b":2}', remove, '{"a":"any value"}', '{"b":2}'],
    ['that deletes removes by null too', '{"a":{"x":1}}', remove, '{"a":null}', '{}'],
    ['that deletes inside leaves what it empties', '{"a":{"x":1}}', remove, '{"a":{"x":1}}', '{"a":{}}'],
    ['that deletes an array removes equal elements', '{"a":[1,2,{"x":1},2]}', remove, '{"a":[2,{"x":1}]}', '{"a":[1]}'],
    [
      'that deletes an array removes equal numbers',
      '{"a":[1.0,9007199254740993,1.10]}',
      remove,
      '{"a":[1]}',
      '{"a":[9007199254740993,1.10]}',
    ],
    ['that deletes an array from another value changes nothing', '{"a":1}', remove, '{"a":[1]}', '{"a":1}'],
    ['that deletes an object from another value changes nothing', '{"a":1}', remove, '{"a":{"x":1}}', '{"a":1}'],
    ['that deletes a missing property changes nothing', '{"a":1}', remove, '{"b":1,"c":{"x":1}}', '{"a":1}'],
    [
      'keeps keys that every object has',
      '{"__proto__":{"x":1}}',
      merge,
      '{"__proto__":{"y":1}}',
      '{"__proto__":{"x":1,"y":1}}',
    ],
  ])('%s', (_case, current, how, body, after) =>
    expect(JSON.stringify(applyWrite(parse(current), { ...how, body: parse(body) }))).toBe(after),
  );
});

describe('changedProperties', () => {
  it.each<[string, string, string, boolean, string]>([
    ['sends nothing when nothing was edited', '{"a":1,"b":[1]}', '{"b":[1],"a":1}', false, '{}'],
    ['sends what was edited', '{"a":1,"b":2}', '{"a":1,"b":3,"c":null}', false, '{"b":3,"c":null}'],
    ['sends a whole object', '{"a":{"x":1,"y":2}}', '{"a":{"x":1,"y":3}}', false, '{"a":{"x":1,"y":3}}'],
    [
      'sends the edited part of an object that is merged',
      '{"a":{"x":1,"y":2}}',
      '{"a":{"x":1,"y":3}}',
      true,
      '{"a":{"y":3}}',
    ],
  ])('%s', (_case, current, edited, mergeObjects, body) =>
    expect(JSON.stringify(changedProperties(parse(current), parse(edited), mergeObjects))).toBe(body),
  );

  it.each<[string, string, string]>([
    ['9007199254740993', '9007199254740993', '{}'],
    ['9007199254740993', '9007199254740992', '{"n":9007199254740992}'],
    ['1e400', '1e401', '{"n":1e401}'],
    ['1.10', '"1.10"', '{"n":"1.10"}'],
    ['[1.10]', '[1.1]', '{"n":[1.1]}'],
  ])('compares numbers by their texts: %s, edited to %s', (before, after, body) =>
    expect(JSON.stringify(changedProperties(parse(`{"n":${before}}`), parse(`{"n":${after}}`), false))).toBe(body),
  );

  it('yields the edited text, beside what was taken out of it', () =>
    fc.assert(
      fc.property(properties, properties, (before, after) => {
        const [current, edited] = [propertiesOf(before), propertiesOf(after)];
        const result = applyWrite(current, { ...update, body: changedProperties(current, edited, false) });
        const missing = new Set(missingProperties(current, edited));
        expect(
          diffProfiles(edited, result)
            .map(({ property }) => property)
            .sort(),
        ).toEqual([...missing].sort());
      }),
    ));
});

describe('diffProfiles', () => {
  it('names what is added, changed and removed', () =>
    expect(diffProfiles({ a: 1, b: 2, c: { x: 1, y: 2 } }, { b: 3, c: { y: 2, x: 1 }, d: null })).toEqual([
      { property: 'a', before: 1 },
      { property: 'b', before: 2, after: 3 },
      { property: 'd', after: null },
    ]));
});
