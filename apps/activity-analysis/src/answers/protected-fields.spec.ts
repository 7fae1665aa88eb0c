import { expect, it } from '@jest/globals';
import { putBack } from './protected-fields.js';

const members = (fields: Record<string, string>) => new Map(Object.entries(fields));

it.each<[string, string | undefined, string | undefined, string[]]>([
  ['leaves out, as it did not get it', undefined, 'true', []],
  ['says null', 'null', 'true', []],
  ['takes away', 'false', 'true', ['$is_bot']],
  ['gives to an activity of a person', 'true', undefined, ['$is_bot']],
  ['leaves absent', undefined, undefined, []],
])('puts back the flag of bots that a plugin %s', (_case, given, original, changed) => {
  const answer = members({ n: '1', ...(given && { $is_bot: given }) });
  expect(putBack(answer, members(original ? { $is_bot: original } : {}), 1)).toEqual(changed);
  expect(answer).toEqual(members({ n: '1', ...(original && { $is_bot: original }) }));
});
