import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivitiesStored, ActivityReceived, StoredActivity } from '@tributary/contracts/tracking/activity';
import { emailHash, type Identifier } from '@tributary/contracts/tracking/identifier';
import { activityReceived, activityStored } from '@tributary/contracts/topics/topics';
import { startApp, type RunningApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import type { Platform } from '@tributary/runtime/platform';
import { eventually } from '@tributary/testing/eventually';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import { DataSource } from 'typeorm';
import { trackingDatabase } from '../../src/database.js';
import { TrackingIngestModule } from '../../src/tracking-ingest.module.js';

/** Stands in for analytics. */
@Controller()
class Reports {
  static readonly received: StoredActivity[] = [];

  @Consume(activityStored, { group: 'test.reports' })
  handle(@Payload() batch: Received<ActivitiesStored>[]): Rejection[] {
    Reports.received.push(...batch.flatMap(({ value }) => value.activities));
    return [];
  }
}

const deadLetterDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-dlq-'));
let postgres: TestPostgres;
let platform: Platform;
let running: RunningApp;
let database: DataSource;

beforeAll(async () => {
  postgres = await startMigratedPostgres(trackingDatabase);
  const logger = createLogger('tracking-ingest', 'silent');
  const bus = connectInProcess({ deadLetterDirectory, logger });
  platform = { bus, logger, health: new Health(), metrics: new Metrics('tracking-ingest') };
  @Module({
    imports: [TrackingIngestModule.register({ DATABASE_URL: postgres.url }, platform)],
    controllers: [Reports],
  })
  class TestModule {}
  running = await startApp({ module: { module: TestModule }, platform, port: 0, host: '127.0.0.1' });
  database = running.app.get(DataSource, { strict: false });
});
afterAll(async () => {
  await running.stop();
  await postgres.stop();
});
afterEach(() => database.query('truncate activities, activity_receipts, user_points, user_identifiers'));

const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
const email = (address: string): Identifier => ({ type: 'USER_EMAIL', value: emailHash(address) });

function received(difference: Partial<ActivityReceived> = {}, body: object = {}): ActivityReceived {
  return {
    datamart_id: '1',
    activity_id: randomUUID(),
    received_ts: Date.now(),
    identifiers: [agent('g')],
    body: JSON.stringify({ $type: 'SITE_VISIT', ...body }),
    ...difference,
  };
}

const publish = (...values: ActivityReceived[]) =>
  platform.bus.publisher.publish(
    activityReceived,
    values.map((value) => ({ id: `${value.datamart_id}/${value.activity_id}`, value })),
  );

interface Row {
  activity_id: string;
  user_point_id: string;
  datamart_id: string;
  ts: string;
  day: string;
  body: string;
}
const stored = () =>
  database.query<Row[]>(
    `select activity_id, user_point_id, datamart_id, ts, day::text, body::text from activities order by received_ts, activity_id`,
  );

const byId = (a: StoredActivity, b: StoredActivity) => a.activity_id.localeCompare(b.activity_id);

describe('storing activities', () => {
  it('keeps the body as sent, byte for byte', async () => {
    const body = '{"$type":"TOUCH",  "n":12345678901234567890.10, "tab":"a\\tb\\\\n", "é":"☕", "twice":1, "twice":2}';
    await publish(received({ body }));
    expect((await stored())[0]?.body).toBe(body);
  });

  it('stores an id once, however often and concurrently it is delivered', async () => {
    const activities = Array.from({ length: 50 }, (_, index) => received({ identifiers: [agent(`g${index}`)] }));
    // The first identifier chooses the worker queue: with another one the same id is in a concurrent transaction.
    const elsewhere = activities.map((one, index) => ({
      ...one,
      identifiers: [email(`${index}@b.c`), ...one.identifiers],
    }));
    await Promise.all([
      publish(...activities),
      publish(...elsewhere.reverse()),
      ...activities.map((one) => publish(one)),
    ]);
    await publish(...activities);
    expect(await stored()).toHaveLength(50);
  });

  it('stores the same id once in each datamart', async () => {
    const one = received();
    await publish(one, { ...one, datamart_id: '2' });
    expect((await stored()).map(({ datamart_id }) => datamart_id).sort()).toEqual(['1', '2']);
  });

  it('finds a person by any identifier, and keeps other people and datamarts apart', async () => {
    await publish(received({ identifiers: [email('a@b.c'), agent('g')] }));
    await publish(received({ identifiers: [agent('g')] }));
    await publish(received({ identifiers: [email('a@b.c')] }));
    await publish(received({ identifiers: [agent('other')] }));
    await publish(received({ identifiers: [agent('g')], datamart_id: '2' }));
    const points = (await stored()).map(({ user_point_id }) => user_point_id);
    expect(new Set(points).size).toBe(3);
    const [{ count }] = await database.query<[{ count: string }]>('select count(*) from user_points');
    expect(count).toBe('3');
  });

  it('creates one person for many concurrent activities with one common new identifier', async () => {
    // Different first identifiers go to different worker queues of the bus; they compete for the second.
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        publish(received({ identifiers: [email(`${index}@b.c`), agent('shared')] })),
      ),
    );
    const points = new Set((await stored()).map(({ user_point_id }) => user_point_id));
    expect(points.size).toBe(1);
    const known = await database.query<{ user_point_id: string }[]>('select user_point_id from user_points');
    expect(known.map(({ user_point_id }) => user_point_id)).toEqual([...points]);
    const [{ count }] = await database.query<[{ count: string }]>(
      'select count(*) from user_identifiers where user_point_id = $1',
      [...points],
    );
    expect(count).toBe('41');
  });

  it('puts each activity into its day, creates old days on demand, and puts distant times into one partition', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const lastYear = Date.now() - 365 * 86_400_000;
    const times = [undefined, lastYear, 31_536_000_000, Date.parse('2090-01-01'), Number('9223372036854775807')];
    for (const $ts of times) await publish(received({}, { $ts }));
    expect((await stored()).map(({ day }) => day).sort()).toEqual(
      [today, new Date(lastYear).toISOString().slice(0, 10), '-infinity', '-infinity', '-infinity'].sort(),
    );
  });

  it('publishes every stored activity to reports once, and no refused one', async () => {
    const activities = Array.from({ length: 30 }, (_, index) =>
      received({ identifiers: [agent(`g${index % 7}`)] }, { $site_id: '8298' }),
    );
    const broken = received({ body: '{' });
    await Promise.all([publish(...activities), ...activities.map((one) => publish(one)), publish(broken)]);
    const expected = (await stored()).map(({ activity_id, user_point_id, ts }) => ({
      activity_id,
      user_point_id,
      ts: Number(ts),
      type: 'SITE_VISIT',
      channel_id: '8298',
    }));
    expect(expected).toHaveLength(30);
    const ours = new Set([...activities, broken].map(({ activity_id }) => activity_id));
    const published = () => Reports.received.filter(({ activity_id }) => ours.has(activity_id)).sort(byId);
    await eventually(() => expect(published()).toMatchObject(expected.sort(byId)), { within: 10_000 });
  });

  it('dead-letters an invalid activity with the reason, and stores the others of its batch', async () => {
    const broken = received({ body: '{' });
    await publish(broken, received());
    expect(await stored()).toHaveLength(1);
    const deadLetters = readdirSync(deadLetterDirectory).map((file) =>
      readFileSync(path.join(deadLetterDirectory, file), 'utf8'),
    );
    expect(deadLetters.join('')).toContain(broken.activity_id);
    expect(deadLetters.join('')).toContain('the body is no JSON object');
  });
});

describe('an activity that its analysis dropped', () => {
  const countOf = async (table: string) =>
    Number((await database.query<[{ count: string }]>(`select count(*) from ${table}`))[0].count);
  const counted = async (outcome: string) => {
    const own = new RegExp(`tributary_tracking_activities_total\\{source="live",outcome="${outcome}",[^}]*\\} (\\d+)`);
    return Number(own.exec(await platform.metrics.registry.metrics())?.[1]);
  };

  it.each(['dropped', 'dropped_on_error'] as const)(
    'is not stored, now and when it is sent again: %s',
    async (outcome) => {
      const one = received();
      const before = { [outcome]: await counted(outcome), duplicate: await counted('duplicate') };
      const deadLetters = readdirSync(deadLetterDirectory).length;
      await publish({ ...one, body: '', outcome });
      // Its channel has no analyzers any more.
      await publish(one);
      await publish({ ...one, body: '{}', outcome });
      for (const table of ['activities', 'user_points', 'user_identifiers']) expect(await countOf(table)).toBe(0);
      expect(await countOf('activity_receipts')).toBe(1);
      expect(await counted(outcome)).toBe((before[outcome] ?? 0) + 1);
      expect(await counted('duplicate')).toBe((before.duplicate ?? 0) + 2);
      expect(readdirSync(deadLetterDirectory)).toHaveLength(deadLetters);
    },
  );

  it('changes nothing when its id was stored before', async () => {
    const one = received({}, { $site_id: '1' });
    await publish(one);
    const before = await stored();
    await publish({ ...one, body: '', outcome: 'dropped' });
    expect(await stored()).toEqual(before);
  });

  it('writes no event to profiles and choices, unlike a stored one (control)', async () => {
    const one = received({}, { $events: [{ $event_name: '$set_user_choice', $properties: choice }] });
    await publish({ ...one, outcome: 'dropped' });
    expect(await countOf('user_choices')).toBe(0);
    await publish({ ...one, activity_id: randomUUID() });
    expect(await countOf('user_choices')).toBe(1);
  });
  const choice = { $processing_id: '5', $choice_acceptance_value: true };

  it.each([
    ['leaves the id of a duplicate to a later activity', 'duplicate', true],
    ['keeps the id of an activity whose person was erased', 'erased', false],
  ] as const)('%s', async (_case, outcome, isStored) => {
    const one = received();
    const before = await counted(outcome);
    await publish({ ...one, body: '', outcome });
    expect(await counted(outcome)).toBe(before + 1);
    await publish(one);
    expect((await stored()).some(({ activity_id }) => activity_id === one.activity_id)).toBe(isStored);
  });
});

it('stores the id of the analyzer that failed, and none that the body names', async () => {
  await publish(received({ error_analyzer_id: '31' }, { $error_analyzer_id: 'own' }));
  await publish(received({ received_ts: Date.now() + 1 }, { $error_analyzer_id: 'own' }));
  expect((await stored()).map(({ body }) => JSON.parse(body) as object)).toEqual([
    { $type: 'SITE_VISIT', $error_analyzer_id: '31' },
    { $type: 'SITE_VISIT' },
  ]);
});

describe('when the database lacks a partition that it had', () => {
  const today = () => `activities_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
  const deadLetters = () => readdirSync(deadLetterDirectory).length;

  it('creates it again and stores the activities of its day', async () => {
    await publish(received());
    const before = deadLetters();
    await database.query(`drop table ${today()}`);
    const activities = Array.from({ length: 20 }, (_, index) => received({ identifiers: [agent(`g${index}`)] }));
    await Promise.all([publish(...activities.slice(10)), ...activities.slice(0, 10).map((one) => publish(one))]);
    expect((await stored()).map(({ activity_id }) => activity_id).sort()).toEqual(
      activities.map(({ activity_id }) => activity_id).sort(),
    );
    expect(deadLetters()).toBe(before);
  });

  it('keeps the activities for later if it cannot be created', async () => {
    await publish(received());
    // Detached, but not dropped: housekeeping drops it first.
    await database.query(`alter table activities detach partition ${today()}`);
    const one = received();
    await expect(publish(one)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await database.query(`drop table ${today()}`);
    await eventually(() => publish(one));
    expect((await stored()).map(({ activity_id }) => activity_id)).toEqual([one.activity_id]);
  });

  it('still takes a violated check for a fault of the data (control)', async () => {
    await database.query(`alter table activities add constraint no_faults check (type <> 'FAULT')`);
    const broken = received({}, { $type: 'FAULT' });
    await publish(broken, received());
    await database.query('alter table activities drop constraint no_faults');
    expect(await stored()).toHaveLength(1);
    const reasons = readdirSync(deadLetterDirectory).map((file) =>
      readFileSync(path.join(deadLetterDirectory, file), 'utf8'),
    );
    expect(reasons.join('')).toMatch(new RegExp(`no_faults.*${broken.activity_id}|${broken.activity_id}.*no_faults`));
  });
});

describe('when the database is down', () => {
  it('refuses the publisher in time, and stores the message when it is back', async () => {
    const one = received();
    await postgres.kill();
    await expect(publish(one)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await postgres.start();
    // The client sends it again, as after any 503. It is stored once, by its id.
    await eventually(() => publish(one), { within: 20_000 });
    expect((await stored()).map(({ activity_id }) => activity_id)).toEqual([one.activity_id]);
  });
});
