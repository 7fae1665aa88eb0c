import { randomUUID } from 'node:crypto';
import { backfillEnded } from '@tributary/contracts/topics/topics';
import type { BackfillEnded } from '@tributary/contracts/tracking/backfill';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type { ClickHouseConnection } from './clickhouse-connection.js';
import { currentTimeline } from './relations.js';

/** A request may have been lost: after this time without an end, another one is made. */
const repeatAfterMs = dayMs;

type Step = 'assigned' | 'published' | 'ended' | 'completed';

interface Backfill {
  request_id: string;
  number: number;
  assigned_at: number;
  is_published: boolean;
  /** How many messages it has published; null until tracking-ingest says so. */
  messages: number | null;
  is_complete: boolean;
  gaps: string[];
}

interface StepRow {
  request_id: string;
  step: Step;
  number: number;
  at: number;
  messages: number;
  gaps: string[];
}

const step = (request_id: string, name: Step, fields: object = {}) => ({ request_id, step: name, ...fields });

/** A new timeline lacks everything that there was before it. */
export async function startTimeline(connection: ClickHouseConnection, timeline: number): Promise<void> {
  await connection.insert('gaps', [{ timeline, id: `${timeline}/start`, complete_until: 0 }]);
  await connection.insert('timelines', [{ timeline }]);
}

/** The gaps that no backfill has closed, as a relation. */
const openGaps = `(
  select id, complete_until from gaps final where timeline = ${currentTimeline}
    and id not in (select arrayJoin(gaps) from backfill_steps where step = 'completed')) gaps`;

/** How many gaps are open, and the time until which facts are complete; Infinity without a gap. */
export async function readLacks(connection: ClickHouseConnection): Promise<{ gaps: number; completeUntil: number }> {
  const [row] = await connection.rows<{ gaps: number; until: number }>(
    `select count() as gaps, min(complete_until) as until from ${openGaps}`,
  );
  return row && row.gaps > 0 ? { gaps: row.gaps, completeUntil: row.until } : { gaps: 0, completeUntil: Infinity };
}

/**
 * The request that has to be published; undefined without one. One backfill runs at a time, so all gaps that show up
 * meanwhile share the next one. A request is assigned before it is published, and a crash in between repeats it with the
 * same id: gaps that show up later never count as covered by it.
 */
export async function assignBackfill(connection: ClickHouseConnection, now: number): Promise<string | undefined> {
  const open = await readOpenGaps(connection);
  if (open.length === 0) return undefined;
  const backfills = await readBackfills(connection);
  const running = findRunning(backfills, open);
  if (running && !running.is_published) return running.request_id;
  if (running && running.assigned_at >= now - repeatAfterMs) return undefined;
  const request_id = randomUUID();
  const number = 1 + backfills.reduce((last, backfill) => Math.max(last, backfill.number), 0);
  await connection.insert('backfill_steps', [step(request_id, 'assigned', { number, at: now, gaps: open })]);
  return request_id;
}

export const markPublished = (connection: ClickHouseConnection, request_id: string, now: number) =>
  connection.insert('backfill_steps', [step(request_id, 'published', { at: now })]);

export const writeEnds = (connection: ClickHouseConnection, ends: BackfillEnded[]) =>
  connection.insert(
    'backfill_steps',
    ends.map(({ request_id, messages }) => step(request_id, 'ended', { messages })),
  );

/**
 * Closes the gaps of the last backfill, once all of its messages are applied. With that, the memberships end that it has
 * not confirmed: their removal was lost. Returns its request.
 */
export async function closeGaps(connection: ClickHouseConnection): Promise<string | undefined> {
  const open = await readOpenGaps(connection);
  const running = findRunning(await readBackfills(connection), open);
  if (!running || running.messages === null) return undefined;
  const { request_id, number, gaps } = running;
  const [row] = await connection.rows<{ applied: number }>(
    `select uniqExact(topic, id) as applied from applied_messages
      where timeline = ${currentTimeline} and request_id = {request_id:String} and topic <> {ended:String}`,
    { request_id, ended: backfillEnded.name },
  );
  if ((row?.applied ?? 0) < running.messages) return undefined;
  await connection.insert('backfill_steps', [step(request_id, 'completed', { number, gaps })]);
  return request_id;
}

async function readOpenGaps(connection: ClickHouseConnection): Promise<string[]> {
  const rows = await connection.rows<{ id: string }>(`select id from ${openGaps} order by id`);
  return rows.map(({ id }) => id);
}

/** The last one that was assigned to a gap which is open. */
const findRunning = (backfills: Backfill[], open: string[]) =>
  backfills.find(({ gaps, is_complete }) => !is_complete && gaps.some((id) => open.includes(id)));

/** The newest first. */
async function readBackfills(connection: ClickHouseConnection): Promise<Backfill[]> {
  const rows = await connection.rows<StepRow>('select * from backfill_steps final');
  return Array.from(Map.groupBy(rows, (row) => row.request_id).values(), toBackfill)
    .flat()
    .sort((one, other) => other.number - one.number);
}

function toBackfill(steps: StepRow[]): Backfill[] {
  const find = (name: Step) => steps.find((row) => row.step === name);
  const assigned = find('assigned');
  if (!assigned) return [];
  const { request_id, number, at, gaps } = assigned;
  const flags = { is_published: find('published') !== undefined, is_complete: find('completed') !== undefined };
  return [{ request_id, number, gaps, assigned_at: at, messages: find('ended')?.messages ?? null, ...flags }];
}
