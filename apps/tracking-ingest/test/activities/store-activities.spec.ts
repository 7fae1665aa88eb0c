import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { StoredActivity } from '@tributary/contracts/tracking/activity';
import { emailHash, type Identifier } from '@tributary/contracts/tracking/identifier';
import { eventually } from '@tributary/testing/eventually';
import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import {
  Reports,
  deadLetterDirectory,
  postgres,
  database,
  agent,
  received,
  publish,
  publishOnce,
  stored,
} from './store-activities-fixture.js';

const email = (address: string): Identifier => ({ type: 'USER_EMAIL', value: emailHash(address) });

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
    const now = Date.now();
    const lastYear = now - 365 * dayMs;
    const times = [undefined, lastYear, 31_536_000_000, Date.parse('2090-01-01'), Number('9223372036854775807')];
    for (const $ts of times) await publish(received({ received_ts: now }, { $ts }));
    expect((await stored()).map(({ day }) => day).sort()).toEqual(
      [isoDay(now), isoDay(lastYear), '-infinity', '-infinity', '-infinity'].sort(),
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
    await eventually(() => expect(published()).toMatchObject(expected.sort(byId)));
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

describe('when the database lacks a partition that it had', () => {
  const received_ts = Date.now();
  const partition = `activities_${isoDay(received_ts).replaceAll('-', '')}`;
  const ofTheDay = (name = 'g') => received({ received_ts, identifiers: [agent(name)] });
  const deadLetters = () => readdirSync(deadLetterDirectory).length;

  it('creates it again and stores the activities of its day', async () => {
    await publish(ofTheDay());
    const before = deadLetters();
    await database.query(`drop table ${partition}`);
    const activities = Array.from({ length: 20 }, (_, index) => ofTheDay(`g${index}`));
    await Promise.all([publish(...activities.slice(10)), ...activities.slice(0, 10).map((one) => publish(one))]);
    expect((await stored()).map(({ activity_id }) => activity_id).sort()).toEqual(
      activities.map(({ activity_id }) => activity_id).sort(),
    );
    expect(deadLetters()).toBe(before);
  });

  it('keeps the activities for later if it cannot be created', async () => {
    await publish(ofTheDay());
    // Detached, but not dropped: housekeeping drops it first.
    await database.query(`alter table activities detach partition ${partition}`);
    const one = ofTheDay();
    await expect(publishOnce(one)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await database.query(`drop table ${partition}`);
    await publish(one);
    // A busy server may not accept the connection in time.
    const rows = await eventually(() => stored());
    expect(rows.map(({ activity_id }) => activity_id)).toEqual([one.activity_id]);
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
    await expect(publishOnce(one)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await postgres.start();
    // The client sends it again, as after any 503. It is stored once, by its id.
    await publish(one);
    // A busy server may not accept the connection in time.
    const rows = await eventually(() => stored());
    expect(rows.map(({ activity_id }) => activity_id)).toEqual([one.activity_id]);
  });
});
