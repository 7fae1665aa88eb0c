import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { openDataSource } from '@tributary/testing/postgres/open-data-source';
import { trackingDatabase } from '@tributary/tracking-ingest/database';
import { countPointsOf } from '@tributary/tracking-ingest/segments/count-points';
import { requestSegmentDeletion } from '@tributary/tracking-ingest/segments/request-deletion';
import type { DataSource } from 'typeorm';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

let product: BootedStandalone;
let tracking: DataSource;
beforeAll(async () => {
  product = await bootStandalone();
  tracking = await openDataSource({ ...trackingDatabase, url: product.databaseUrl });
});
afterAll(async () => {
  await tracking.destroy();
  await product.stop();
});

type Resource = Record<'id' | 'status' | 'segment_id', string> & { report_view: { rows: number[][] } };

async function call<Data = Resource>(
  method: string,
  target: string,
  body?: object | string,
  type = 'application/json',
): Promise<Data> {
  const response = await fetch(`${product.url}/v1/datamarts/1/${target}`, {
    method,
    headers: { authorization: product.token, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return ((await response.json()) as { data: Data }).data;
}

const definition = { document_type: 'USER_SEGMENT', mime_type: 'TEXT_CSV', encoding: 'utf-8', name: 'members' };
const members = 3_000;
const lineOf = (member: string, segment_id: string) => `UPDATE,${member},${segment_id}\n`;

async function importLines(lines: string[]): Promise<void> {
  const { id } = await call('POST', 'document_imports', definition);
  const file = `operation,user_agent_id,segment_id\n${lines.join('')}`;
  const executions = `document_imports/${id}/executions`;
  const execution = await call('POST', executions, file, 'text/csv');
  await eventually(async () => expect((await call('GET', `${executions}/${execution.id}`)).status).toBe('SUCCEEDED'));
}

/** How many people with an activity reports have in a segment. */
async function reported(segment_id: string): Promise<number> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const filters = [{ dimension_name: 'segment_id', operator: 'EXACT', expressions: [segment_id] }];
  const { report_view } = await call('POST', 'user_activities_analytics', {
    metrics: [{ expression: 'users' }],
    date_ranges: [{ start_date: day(-1), end_date: day(1) }],
    dimension_filter_clauses: { filters },
  });
  return report_view.rows[0]?.[0] ?? 0;
}

const counted = (segment_id: string) =>
  transaction(tracking, (client) => countPointsOf(client, [{ datamart_id: '1', segment_id }], Date.now()));
const segmentsOf = async (member: string) =>
  (await call<Resource[]>('GET', `user_points/user_agent_id=${member}/user_segments`)).map(
    ({ segment_id }) => segment_id,
  );

it('memberships of a deleted segment end in reads, counts and reports; those of later imports stay', async () => {
  const all = Array.from({ length: members }, (_, member) => `member-${member}`);
  await importLines(all.flatMap((member) => [lineOf(member, '41'), lineOf(member, '42')]));
  for (const $user_agent_id of all.slice(0, 10))
    await call('POST', 'user_activities', { $type: 'APP_VISIT', $app_id: '2', $user_agent_id });
  await eventually(async () => expect([await reported('41'), await reported('42')]).toEqual([10, 10]));
  await transaction(tracking, (client) =>
    requestSegmentDeletion(client, { datamart_id: '1', segment_id: '41' }, Date.now()),
  );
  expect([await counted('41'), await counted('42')]).toEqual([[0], [members]]);
  await importLines(all.slice(5, 7).map((member) => lineOf(member, '41')));
  expect([await segmentsOf('member-4'), await segmentsOf('member-5')]).toEqual([['42'], ['41', '42']]);
  await eventually(async () => expect([await reported('41'), await reported('42')]).toEqual([2, 10]));
  await eventually(async () => {
    const stored = `select count(*)::int as stored from user_segments where segment_id = '41'`;
    expect(await tracking.query(stored)).toEqual([{ stored: 2 }]);
  });
  expect(await counted('41')).toEqual([2]);
});
