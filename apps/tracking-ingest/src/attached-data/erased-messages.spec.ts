import { expect, it } from '@jest/globals';
import { toErasedMessages, type ErasedPoint } from './erased-messages.js';

const digest = (point: number, index: number) => `${point}-${index}`.padEnd(22, '_');
const id = (point: number) => `0199f1c4-52aa-7b0c-9d1e-${String(point).padStart(12, '0')}`;
const points = (count: number, digests: number): ErasedPoint[] =>
  Array.from({ length: count }, (_, point) => ({
    datamart_id: '7',
    user_point_id: id(point),
    identifier_digests: Array.from({ length: digests }, (_digest, index) => digest(point, index)),
  }));

it('names the identifiers of its user points', () => {
  const [message, ...others] = toErasedMessages(points(2, 2));
  expect(message).toEqual({
    datamart_id: '7',
    user_point_ids: [id(0), id(1)],
    identifier_digests: [digest(0, 0), digest(0, 1), digest(1, 0), digest(1, 1)],
  });
  expect(others).toEqual([]);
});

it('names none that are unknown, as in a backfill', () => {
  expect(toErasedMessages([{ datamart_id: '7', user_point_id: id(1) }])).toEqual([
    { datamart_id: '7', user_point_ids: [id(1)] },
  ]);
});

it('names identifiers without a user point, too', () => {
  const unowned = { datamart_id: '7', identifier_digests: [digest(8, 0)] };
  expect(toErasedMessages([unowned])).toEqual([{ ...unowned, user_point_ids: [] }]);
  expect(toErasedMessages([...points(1, 1), unowned])).toEqual([
    { datamart_id: '7', user_point_ids: [id(0)], identifier_digests: [digest(0, 0), digest(8, 0)] },
  ]);
});

it.each([
  ['people with the most identifiers', points(1_000, 100)],
  ['a person with very many merged ids', [...points(1, 100), ...points(20_000, 0)]],
])('splits %s into messages far below the limit of a topic, and loses none', (_case, erased) => {
  const messages = toErasedMessages(erased);
  for (const message of messages) expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(300 * 1024);
  expect(messages.flatMap(({ user_point_ids }) => user_point_ids)).toHaveLength(erased.length);
  const digests = messages.flatMap(({ identifier_digests = [] }) => identifier_digests);
  expect(digests).toEqual(erased.flatMap(({ identifier_digests = [] }) => identifier_digests));
  expect(messages.length).toBeGreaterThan(1);
});
