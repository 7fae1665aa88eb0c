import { expect, it } from '@jest/globals';
import { leftOutWords } from '@tributary/contracts/rules/reports/report-words';
import { listLeftOut } from './list-left-out.js';

const known = (count: number | null, since_ts = 5) => ({ count, since_ts, until_ts: 9 });
const explanation = {
  watermark: 9,
  time_zone: 'UTC',
  from_ts: 7,
  to_ts: 9,
  refused_by_choice: known(3, 8),
  dropped: known(null, 10),
  dropped_on_error: known(0),
  suspicious_time: known(1),
  people_merged: known(2, 7),
};

it('lists what is left out, in words, with where a count begins if it is not all of the range', () => {
  const listed = listLeftOut(explanation);
  expect(listed.map(({ key, count, knownSince }) => [key, count, knownSince])).toEqual([
    ['refused_by_choice', 3, 8],
    ['dropped', undefined, 10],
    ['dropped_on_error', 0, undefined],
    ['suspicious_time', 1, undefined],
    ['people_merged', 2, undefined],
  ]);
  expect(listed.map(({ key, name, sentence }) => [key, { name, sentence }])).toEqual(Object.entries(leftOutWords));
});
