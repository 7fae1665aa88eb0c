import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';
import type { BackfillEnded, BackfillPageDue } from '@tributary/contracts/tracking/backfill';
import {
  activityStored,
  backfillEnded,
  backfillPageDue,
  backfillRequested,
  segmentChanged,
  segmentDeleted,
  userPointErased,
  userPointsMerged,
} from '@tributary/contracts/topics/topics';
import type {
  SegmentChanged,
  SegmentDeleted,
  UserPointErased,
  UserPointsMerged,
} from '@tributary/contracts/tracking/user-point';
import { eventually } from '@tributary/testing/eventually';
import { pageRows } from '../../src/backfill/publish-rows.js';
import { writeSegments } from '../../src/segments/write-segments.js';
import { SegmentSteps } from '../segments/segment-steps.js';
import { startTracking, type Tracking } from '../tracking.js';

/** Consumes the topics in place of analytics, and keeps all facts and the ids of their messages. */
@Controller()
class Reports {
  static ids: string[] = [];
  static facts: string[] = [];

  static erased: string[] = [];
  static ended: BackfillEnded[] = [];
  /** The timeline of every message so far; undefined for the first timeline. */
  static timelines: (number | undefined)[] = [];

  static clear(): void {
    this.ids = [];
    this.facts = [];
  }

  @Consume(activityStored, { group: 'test.activities' })
  activities(@Payload() batch: Received<ActivitiesStored>[]): Rejection[] {
    return this.keep(batch, ({ value }) => value.activities);
  }

  @Consume(userPointsMerged, { group: 'test.merges' })
  merges(@Payload() batch: Received<UserPointsMerged>[]): Rejection[] {
    return this.keep(batch, ({ value }) => value.merges);
  }

  @Consume(segmentChanged, { group: 'test.segments' })
  segments(@Payload() batch: Received<SegmentChanged>[]): Rejection[] {
    return this.keep(batch, ({ value }) => value.changes);
  }

  @Consume(segmentDeleted, { group: 'test.deletions' })
  deletions(@Payload() batch: Received<SegmentDeleted>[]): Rejection[] {
    return this.keep(batch, ({ value }) => [value]);
  }

  @Consume(userPointErased, { group: 'test.erasures' })
  erasures(@Payload() batch: Received<UserPointErased>[]): Rejection[] {
    Reports.erased.push(...batch.flatMap(({ value }) => value.user_point_ids));
    return this.keep(batch, () => []);
  }

  @Consume(backfillEnded, { group: 'test.ends' })
  ends(@Payload() batch: Received<BackfillEnded>[]): Rejection[] {
    Reports.ended.push(...batch.map(({ value }) => value));
    return this.keep(batch, () => []);
  }

  private keep<T>(batch: Received<T>[], factsOf: (message: Received<T>) => object[]): Rejection[] {
    Reports.timelines.push(...batch.map(({ timeline }) => timeline));
    Reports.ids.push(...batch.map(({ topic, id }) => `${topic}/${id}`));
    Reports.facts.push(...batch.flatMap(factsOf).map((fact) => JSON.stringify(fact)));
    return [];
  }
}

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Reports])));
afterAll(() => tracking.stop());

const request = (request_id: string, more: { after_restore?: true } = {}) =>
  tracking.app.publisher.publish(backfillRequested, [{ id: randomUUID(), value: { request_id, ...more } }]);
const publishedBy = (request_id: string) => new Set(Reports.ids.filter((id) => id.includes(`/${request_id}/`)));
const ends = (request_id: string) => Reports.ended.filter((ended) => ended.request_id === request_id);
const dayMs = 86_400_000;
const agent = ($user_agent_id: string) => ({ $type: 'USER_AGENT', $user_agent_id });
const people = 40;

describe('a backfill', () => {
  const longAgo = Date.now() - 600 * dayMs;
  let before: string[];

  beforeAll(async () => {
    for (let person = 0; person < people; person++) {
      const $events = [
        { $event_name: '$page_view' },
        { $event_name: '$transaction_confirmed', $properties: { $amount: 5 } },
      ];
      const times = [0, 1, 100, -6, -300].map((day) => Date.now() - day * dayMs);
      for (const $ts of [...times, longAgo]) {
        await tracking.send('7', {
          $type: 'SITE_VISIT',
          $site_id: '8',
          $ts,
          $events,
          $user_identifiers: [agent(`a${person}`)],
        });
      }
      await tracking.send('8', { $user_identifiers: [agent(`a${person}`)] });
    }
    await tracking.send('7', { $user_identifiers: [agent('a1'), agent('a2'), agent('a3')] });
    await tracking.asAgent('7', 'a5', (client, user_point_id) =>
      writeSegments(client, [{ datamart_id: '7', user_point_id, segment_id: '9', expiration_ts: null }], Date.now()),
    );
    await eventually(() => expect(Reports.facts.length).toBe(people * 7 + 1 + 2 + 1));
    before = [...Reports.facts];
  });

  it('publishes the same facts again, except activities that no report reaches, however often a page is delivered', async () => {
    const reached = before.filter((text) => !text.includes(String(longAgo)));
    expect(reached).toHaveLength(before.length - people);
    Reports.clear();
    await request('one');
    await request('one');
    await eventually(() => expect(Reports.facts.length).toBeGreaterThanOrEqual(reached.length));
    const again: BackfillPageDue = { request_id: 'one', page: 0, step: 'merges' };
    await tracking.app.publisher.publish(backfillPageDue, [{ id: 'one/0', value: again }]);
    await request('two');
    await eventually(() => expect([ends('one').length, ends('two').length]).toEqual([1, 1]));
    // All but the message of the end itself.
    for (const { request_id, messages } of Reports.ended)
      await eventually(() => expect(publishedBy(request_id).size).toBe(messages + 1));
    expect(publishedBy('two').size).toBe(publishedBy('one').size);
    expect([...new Set(Reports.facts)].sort()).toEqual(reached.sort());
  });

  it('publishes more activities of one person and instant than fit into a page', async () => {
    const $ts = Date.now();
    const sent = pageRows + 10;
    for (let start = 0; start < sent; start += 200)
      await Promise.all(
        Array.from({ length: Math.min(200, sent - start) }, () =>
          tracking.send('9', { $ts, $user_identifiers: [agent('many')] }),
        ),
      );
    Reports.clear();
    await request('three');
    const activities = () => new Set(Reports.facts.filter((text) => text.includes(`"ts":${$ts}`))).size;
    await eventually(() => expect(activities()).toBe(sent));
  });

  it('ends a page after fewer rows if activities are large', async () => {
    const sent = 40;
    const pad = 'x'.repeat(1_000_000);
    const $ts = Date.now() - 2 * dayMs;
    for (let count = 0; count < sent; count++)
      await tracking.send('10', { $ts, $user_identifiers: [agent('large')], pad });
    Reports.clear();
    await request('four');
    const activities = () => new Set(Reports.facts.filter((text) => text.includes(`"ts":${$ts}`))).size;
    await eventually(() => expect(activities()).toBe(sent));
    const day = new Date($ts).toISOString().slice(0, 10);
    const pages = Reports.ids.filter((id) => id.includes(`/${day}/`)).map((id) => id.split('/')[2]);
    expect(new Set(pages).size).toBeGreaterThan(1);
  });

  it('names everybody who was ever erased, with all merged ids', async () => {
    const survivor = ((await tracking.call('GET', '7/user_points/user_agent_id=a1')).body.data as { id: string }).id;
    await tracking.call('DELETE', '7/user_points/user_agent_id=a1');
    await eventually(() => expect(Reports.erased).toContain(survivor));
    const erased = Reports.erased.splice(0).sort();
    expect(erased).toHaveLength(3);
    await request('five');
    await eventually(() => expect(ends('five')).toHaveLength(1));
    await eventually(() => expect([...Reports.erased].sort()).toEqual(erased));
    // The others may arrive after the end.
    const messages = ends('five')[0]?.messages ?? 0;
    await eventually(() => expect(publishedBy('five').size).toBe(messages + 1));
  });

  it('names every segment that was ever deleted, and the writes of memberships that a merge has moved', async () => {
    const steps = new SegmentSteps(tracking.database, '11');
    await steps.write({ people: ['a', 'b'], segment_ids: ['7', '8'], expiration_ts: null });
    await steps.merge(['a', 'b']);
    await steps.deleteSegment('7');
    const published = () => Reports.facts.map((text) => JSON.parse(text) as Partial<Record<string, unknown>>);
    const deletion = () => published().find((fact) => fact['datamart_id'] === '11');
    await eventually(() => expect(deletion()).toMatchObject({ segment_id: '7' }));
    const first = deletion();
    const moved = published().findLast((fact) => fact['segment_id'] === '8' && fact['write_version']);
    expect(Number(moved?.['write_version'])).toBeLessThan(Number(moved?.['version']));
    Reports.clear();
    await request('six');
    await eventually(() => expect(ends('six')).toHaveLength(1));
    await eventually(() => expect(publishedBy('six').size).toBe((ends('six')[0]?.messages ?? 0) + 1));
    expect(published()).toEqual(expect.arrayContaining([first, moved]));
  });

  it('starts a new timeline after a restore, once per request, and stamps what is published from then on', async () => {
    Reports.timelines.length = 0;
    await tracking.send('8', { $user_identifiers: [agent('before')] });
    await eventually(() => expect(Reports.timelines).toEqual([undefined]));
    const started = Date.now();
    await request('restored', { after_restore: true });
    await request('restored', { after_restore: true });
    await eventually(() => expect(ends('restored')).toEqual([{ request_id: 'restored', messages: 0 }]));
    await tracking.send('8', { $user_identifiers: [agent('after')] });
    await eventually(() => expect(Reports.timelines).toHaveLength(3));
    const [, first = 0, second] = Reports.timelines;
    expect(first).toBeGreaterThanOrEqual(started);
    expect(second).toBe(first);
    await request('restored again', { after_restore: true });
    await eventually(() => expect(ends('restored again')).toHaveLength(1));
    expect(Reports.timelines.at(-1)).toBeGreaterThan(first);
  });
});
