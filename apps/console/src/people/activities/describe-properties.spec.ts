import { expect, it } from '@jest/globals';
import { parseJson } from '@tributary/client/exact-json';
import { describeProperties } from './describe-properties.js';

it.each([
  ['null', ''],
  ['{}', ''],
  ['{"path":"/mug","price":12.50,"new":true,"none":null}', 'path: /mug, price: 12.50, new: true'],
  ['{"$items":[{"$id":"a"},{"$id":"b"}],"tags":["x"]}', '$items: 2 items, tags: 1 item'],
  ['{"size":{"w":1}}', 'size: {"w":1}'],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 'a: 1, b: 2, c: 3, d: 4, and 2 more'],
  [JSON.stringify({ long: 'x'.repeat(50) }), `long: ${'x'.repeat(40)}…`],
])('%s', (json, expected) => expect(describeProperties(parseJson(json) as Record<string, unknown>)).toBe(expected));
