import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import { Housekeeping } from '../../src/activities/housekeeping.js';
import { RefusedByChoiceRepository } from '../../src/consent/refused-by-choice.repository.js';
import { SelectionPreviews } from '../../src/consent/selection-previews.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => {
  tracking = await startTracking();
  const value = {
    kind: 'channel' as const,
    id: channel_id,
    datamart_id,
    version: 1,
    processings: [processing],
    analyzers: [],
  };
  await tracking.app.publisher.publish(directoryChanged, [{ id: uuid7(), value }]);
});
afterAll(() => tracking.stop());

const datamart_id = '7';
const channel_id = '31';
const processing = { processing_id: '5', legal_basis: 'CONSENT' as const };
const of = { strict: false } as const;
const page = { first_result: 0, max_results: 100 };

const listed = async (now: number) => {
  const { items } = await tracking.app.app
    .get(RefusedByChoiceRepository, of)
    .list({ datamart_id, channel_id, ...page }, now);
  return items.map(({ date, activities }) => [date, activities]);
};
const visit = (agent: string, $ts: number, received_ts: number) =>
  tracking.send(datamart_id, { $type: 'SITE_VISIT', $user_agent_id: agent, $site_id: channel_id, $ts }, received_ts);

it('counts an activity on the day of its $ts, and one of the shared partition on that of its receipt, for 30 days', async () => {
  const now = Date.now();
  const [yesterday, before] = [now - dayMs, now - 30 * dayMs];
  for (const ts of [now, yesterday, yesterday, before, 1, now + 30 * dayMs]) await visit('a', ts, now);
  expect(await listed(now)).toEqual([
    [isoDay(now), 3],
    [isoDay(yesterday), 2],
  ]);
  const question = { datamart_id, channel_id, organisation_id: '1', processing };
  const previews = tracking.app.app.get(SelectionPreviews, of);
  expect(await previews.preview(question, now)).toEqual({ activities_7d: 5, people_7d: 1, would_refuse_7d: 5 });
  const kept = async () => (await tracking.database.query<object[]>('select from refused_by_choice')).length;
  const housekeeping = tracking.app.app.get(Housekeeping, of);
  await housekeeping.run(now + dayMs);
  expect(await kept()).toBe(2);
  await housekeeping.run(now + 31 * dayMs);
  expect(await kept()).toBe(0);
});

it('lets only as many previews run as a process may at once', async () => {
  const previews = tracking.app.app.get(SelectionPreviews, of);
  const question = { datamart_id, channel_id, organisation_id: '1', processing };
  const all = Array.from({ length: 20 }, () => previews.preview(question, Date.now()));
  const ends = await Promise.allSettled(all);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as object] : []));
  expect(failures).not.toHaveLength(0);
  for (const failure of failures) expect(failure).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter_s: 10 });
  expect(ends.length - failures.length).toBeGreaterThanOrEqual(2);
});
