import { describe, expect, it } from '@jest/globals';
import { Recent } from './recent.js';
import { headOf, Refusals, type Refusal } from './refusals.js';

const of = (...sizes: number[]) => sizes.map((bytes) => ({ bytes }));

describe('recent values', () => {
  it.each([
    [{ count: 3, bytes: 100 }, of(1, 2, 3, 4), of(2, 3, 4)],
    [{ count: 9, bytes: 10 }, of(4, 4, 4), of(4, 4)],
    [{ count: 9, bytes: 10 }, of(1, 10), of(10)],
    [{ count: 9, bytes: 10 }, of(1, 11), of(1)],
  ])('within %j of %j are %j', (limits, given, expected) => {
    const recent = new Recent<{ bytes: number }>(limits);
    for (const value of given) recent.add(value);
    expect(recent.all()).toEqual(expected);
  });
});

describe('recent refusals', () => {
  const refusal: Refusal = { received_ts: 1, error_code: 'BAD_REQUEST_DATA', error: 'e', error_id: 'i', head: 'h' };
  const received = (refusals: Refusals, datamart_id: string) =>
    refusals.of(datamart_id).map((one) => one.refusal.received_ts);

  it('are the last 200 of each datamart', () => {
    const refusals = new Refusals();
    for (let received_ts = 0; received_ts < 250; received_ts++) refusals.add('1', { ...refusal, received_ts });
    refusals.add('2', refusal);
    expect(received(refusals, '1')).toEqual(Array.from({ length: 200 }, (_, index) => index + 50));
    expect(received(refusals, '2')).toEqual([1]);
  });

  it('are of the 50 datamarts that were refused last', () => {
    const refusals = new Refusals();
    for (let datamart = 1; datamart <= 50; datamart++) refusals.add(String(datamart), refusal);
    refusals.add('1', refusal);
    refusals.add('51', refusal);
    expect(['1', '2', '3', '51'].map((datamart) => refusals.of(datamart).length)).toEqual([2, 0, 1, 1]);
  });

  it('show the first KiB of what was sent', () => {
    expect(headOf('x'.repeat(2_000))).toHaveLength(1_024);
    expect(Buffer.byteLength(headOf(Buffer.from('é'.repeat(600)).subarray(0, 1_024)))).toBe(1_024);
    expect(Buffer.byteLength(headOf('é'.repeat(2_000)))).toBe(1_024);
  });
});
