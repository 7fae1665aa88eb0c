import fc from 'fast-check';
import { jsonNumber, type JsonValue } from '../../src/profiles/json-value.js';

// Few names and values, so that writes collide.
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, 'x', 'y', 'a longer text'),
    fc.array(fc.constantFrom<JsonValue>('x', '"', null, jsonNumber('1'), jsonNumber('1.0')), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('json'), { maxKeys: 2 }),
  ),
}));

/** A write without its time. */
export const someUpdate = fc.record({
  properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), json, { maxKeys: 3 }),
  strategy: fc.constantFrom('PARTIAL_UPDATE', 'PARTIAL_UPDATE', 'PARTIAL_DELETE', 'FORCE_REPLACE'),
  mergeObjects: fc.boolean(),
});
