import { expect, it } from '@jest/globals';
import { callRates, wrongCounts } from './call-rates.js';

const rate = { ...callRates[1]!, max_qps: 25, least: 450, most: 502 };

it.each([
  ['at least 90 %, on a quiet machine', 450, 5, []],
  ['fewer, on a quiet machine', 449, 5, [449]],
  ['fewer, where a request takes an interval', 225, 40, []],
  ['too few even then', 224, 40, [224]],
  ['too few on any machine', 112, 4_000, [112]],
  ['more than the limit, on any machine', 503, 400, [503]],
])('calls are %s', (_case, count, requestMs, wrong) => expect(wrongCounts(rate, { count, requestMs })).toEqual(wrong));
