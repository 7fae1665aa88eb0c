import { expect, it } from '@jest/globals';
import { ReportRequest } from '@tributary/contracts/analytics/report';
import { randomUUID } from 'node:crypto';
import { open } from '../../test/clickhouse/fact-store-fixture.js';
import { aMerge, aMessage, anActivity } from '../../test/messages.js';
import { activitiesCube } from '../reports/activities.cube.js';
import { compileReport } from '../reports/compile-report.js';
import { ReportZone } from '@tributary/contracts/rules/report-zone';

const now = Date.now();
const scope = { datamart_id: '1', period: { from: 0, to: now }, zone: new ReportZone('UTC'), now };
const request = ReportRequest.parse({
  metrics: [{ expression: 'users' }, { expression: 'sessions' }],
  dimensions: [{ name: 'event_type' }],
  date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
});

it.each([1, 62, 63, 64, 65, 90])('users of %i event types are exact, with bits and without', async (types) => {
  const { store } = await open();
  const names = Array.from({ length: types }, (_, index) => `event ${String(index).padStart(2, '0')}`);
  const [one, other, merged] = [randomUUID(), randomUUID(), randomUUID()].sort() as [string, string, string];
  const at = { ts: now - 1_000 };
  await store.storeActivities([
    aMessage({
      datamart_id: '1',
      activities: [
        ...names.map((name) => anActivity({ ...at, user_point_id: one, event_types: [name] })),
        anActivity({ ...at, user_point_id: other, event_types: names }),
        anActivity({ ...at, user_point_id: merged, event_types: names.slice(-1) }),
        anActivity({ ...at, user_point_id: merged }),
      ],
    }),
  ]);
  await store.mergeUserPoints([aMerge([[merged, one]], { datamart_id: '1' })]);
  const { statement } = compileReport(store.dialect, request, activitiesCube(store.dialect, scope));
  const rows = await store.query(statement, ['spec']);
  const expected = names.map((name, index) => [name, 2, index === types - 1 ? 3 : 2]);
  expect(rows).toEqual([...expected, [null, 1, 1]]);
});
