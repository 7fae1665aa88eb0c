import { describe, expect, it } from '@jest/globals';
import { parseJsonObject, writeJson } from './json-value.js';
import { valueOf, type LwwMap } from './lww-map.js';
import { deleteProfile, updateProfile, writeOf, type ProfileUpdate } from './update-profile.js';

type Write = Partial<Omit<ProfileUpdate, 'properties'>> & { properties: string };

const update = ({ properties, ...how }: Write): ProfileUpdate => ({
  strategy: 'PARTIAL_UPDATE',
  mergeObjects: false,
  ts: 1,
  ...how,
  properties: parseJsonObject(properties),
});
const written = (...writes: Write[]) => {
  const state = writes.reduce<LwwMap>((current, write) => updateProfile(current, update(write)), {});
  const value = valueOf(state);
  return value === undefined ? undefined : writeJson(value);
};

const merge = { mergeObjects: true };
const replace = { strategy: 'FORCE_REPLACE' } as const;
const remove = { strategy: 'PARTIAL_DELETE' } as const;

describe('a write', () => {
  it.each<[string, string, Partial<Write>, string, string]>([
    ['adds a property', '{"a":1}', {}, '{"b":2}', '{"a":1,"b":2}'],
    ['overrides a property', '{"a":1,"b":2}', {}, '{"a":3}', '{"a":3,"b":2}'],
    ['overrides an object', '{"a":{"x":1}}', {}, '{"a":{"y":2}}', '{"a":{"y":2}}'],
    ['stores null', '{"a":1}', {}, '{"a":null}', '{"a":null}'],
    ['of nothing changes nothing', '{"a":1}', {}, '{}', '{"a":1}'],
    [
      'merges objects',
      '{"a":{"x":1,"z":{"p":1}}}',
      merge,
      '{"a":{"y":2,"z":{"q":2}}}',
      '{"a":{"x":1,"z":{"p":1,"q":2},"y":2}}',
    ],
    ['that merges replaces arrays', '{"a":[1,2]}', merge, '{"a":[3]}', '{"a":[3]}'],
    ['that merges makes an object of a value', '{"a":1}', merge, '{"a":{"x":1}}', '{"a":{"x":1}}'],
    ['that merges makes a value of an object', '{"a":{"x":1}}', merge, '{"a":1}', '{"a":1}'],
    ['that merges an empty object keeps the other', '{"a":{"x":1}}', merge, '{"a":{}}', '{"a":{"x":1}}'],
    ['that merges an empty object makes one', '{"a":1}', merge, '{"a":{}}', '{"a":{}}'],
    ['that merges stores null', '{"a":{"x":1}}', merge, '{"a":{"x":null}}', '{"a":{"x":null}}'],
    ['that replaces leaves nothing else', '{"a":1,"b":2}', replace, '{"c":{"x":[]}}', '{"c":{"x":[]}}'],
    [
      'that replaces ignores merge_objects',
      '{"a":{"x":1}}',
      { ...replace, ...merge },
      '{"a":{"y":1}}',
      '{"a":{"y":1}}',
    ],
    ['that replaces by nothing leaves an empty profile', '{"a":1}', replace, '{}', '{}'],
    ['that deletes removes properties', '{"a":1,"b":2}', remove, '{"a":"any value"}', '{"b":2}'],
    ['that deletes removes by null too', '{"a":{"x":1}}', remove, '{"a":null}', '{}'],
    ['that deletes an object removes inside it', '{"a":{"x":1,"y":2}}', remove, '{"a":{"x":0}}', '{"a":{"y":2}}'],
    ['that deletes inside leaves what it empties', '{"a":{"x":1}}', remove, '{"a":{"x":1}}', '{"a":{}}'],
    [
      'that deletes deep inside',
      '{"a":{"x":{"p":1,"q":[1]}}}',
      remove,
      '{"a":{"x":{"p":1,"q":[1]}}}',
      '{"a":{"x":{"q":[]}}}',
    ],
    [
      'that deletes an array removes equal elements',
      '{"a":[1,2,{"x":1},2]}',
      remove,
      '{"a":[2,{"x":1.0}]}',
      '{"a":[1]}',
    ],
    ['that deletes all elements leaves []', '{"a":[1]}', remove, '{"a":[1]}', '{"a":[]}'],
    ['that deletes an array from another value changes nothing', '{"a":1}', remove, '{"a":[1]}', '{"a":1}'],
    ['that deletes an object from another value changes nothing', '{"a":1}', remove, '{"a":{"x":1}}', '{"a":1}'],
    ['that deletes a missing property changes nothing', '{"a":1}', remove, '{"b":1,"c":{"x":1}}', '{"a":1}'],
    [
      'keeps numbers as sent',
      '{"a":12345678901234567890.10}',
      {},
      '{"b":1.0,"c":-0,"d":1e400}',
      '{"a":12345678901234567890.10,"b":1.0,"c":-0,"d":1e400}',
    ],
    [
      'keeps keys that every object has',
      '{"__proto__":{"x":1}}',
      merge,
      '{"__proto__":{"y":1},"constructor":1}',
      '{"__proto__":{"x":1,"y":1},"constructor":1}',
    ],
  ])('%s', (_case, before, how, properties, after) => {
    expect(written({ ...replace, properties: before, ts: 1 }, { ...how, properties, ts: 2 })).toBe(after);
  });

  it('that deletes creates an empty profile', () => {
    expect(written({ ...remove, properties: '{"a":1}' })).toBe('{}');
  });
});

describe('a late write', () => {
  it.each<[string, Write[], string]>([
    [
      'changes only what nothing later has changed',
      [
        { properties: '{"a":2}', ts: 2 },
        { properties: '{"a":1,"b":1}', ts: 1 },
      ],
      '{"a":2,"b":1}',
    ],
    [
      'does not bring a deleted property back',
      [
        { ...remove, properties: '{"a":0}', ts: 2 },
        { properties: '{"a":1,"b":1}', ts: 1 },
      ],
      '{"b":1}',
    ],
    [
      'does not bring a deleted element back',
      [
        { ...remove, properties: '{"a":[1]}', ts: 2 },
        { properties: '{"a":[1,2]}', ts: 1 },
      ],
      '{"a":[2]}',
    ],
    [
      'does not restore replaced values',
      [
        { ...replace, properties: '{"a":2}', ts: 2 },
        { properties: '{"b":1}', ts: 1 },
      ],
      '{"a":2}',
    ],
    [
      'that replaces keeps newer values',
      [
        { properties: '{"a":2}', ts: 2 },
        { ...replace, properties: '{"a":1,"b":1}', ts: 1 },
      ],
      '{"a":2,"b":1}',
    ],
    [
      'that deletes keeps newer values',
      [
        { properties: '{"a":2}', ts: 2 },
        { ...remove, properties: '{"a":0}', ts: 1 },
      ],
      '{"a":2}',
    ],
    [
      'merges beneath newer values',
      [
        { ...merge, properties: '{"a":{"x":2}}', ts: 2 },
        { properties: '{"a":{"x":1,"y":1}}', ts: 1 },
      ],
      '{"a":{"x":2,"y":1}}',
    ],
  ])('%s', (_case, writes, expected) =>
    expect(parseJsonObject(written(...writes) ?? '')).toEqual(parseJsonObject(expected)),
  );

  it('wins over an earlier one of the same time', () => {
    expect(written({ properties: '{"a":1}' }, { properties: '{"a":2}' })).toBe('{"a":2}');
    expect(written({ properties: '{"a":1}' }, { ...replace, properties: '{"b":2}' })).toBe('{"b":2}');
    expect(written({ properties: '{"a":1}' }, { ...remove, properties: '{"a":0}' })).toBe('{}');
    expect(written({ ...replace, properties: '{"b":2}' }, { properties: '{"a":1}' })).toBe('{"b":2,"a":1}');
  });
});

describe('a deletion', () => {
  const state = writeOf(update({ properties: '{"a":1}', ts: 5 }));

  it('leaves no profile, and no older write restores it', () => {
    const deleted = deleteProfile(state, 10, 10);
    expect(valueOf(deleted)).toBeUndefined();
    expect(valueOf(updateProfile(deleted, update({ properties: '{"a":1}', ts: 9 })))).toBeUndefined();
    expect(valueOf(updateProfile(deleted, update({ properties: '{"b":1}', ts: 10 })))).toEqual(
      parseJsonObject('{"b":1}'),
    );
  });

  it('deletes writes dated in the future, and keeps newer ones', () => {
    expect(valueOf(deleteProfile(state, 3, 4))).toBeUndefined();
    expect(valueOf(deleteProfile(state, 3, 6))).toEqual(parseJsonObject('{"a":1}'));
  });
});
