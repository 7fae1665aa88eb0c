import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';
import type { FactsPageDue } from '@tributary/contracts/facts-request';
import {
  activityStored,
  factsPageDue,
  factsRequested,
  segmentChanged,
  userPointsMerged,
} from '@tributary/contracts/topics';
import type { SegmentChanged, UserPointsMerged } from '@tributary/contracts/user-point';
import { eventually } from '@tributary/testing/eventually';
import { pageRows } from '../src/export/tell-page.js';
import { writeSegments } from '../src/segments/write-segments.js';
import { startTracking, type Tracking } from './tracking.js';

/** Stands where analytics would, and keeps whatever it is told, the ids of messages too. */
@Controller()
class Reports {
  static ids: string[] = [];
  static told: string[] = [];

  static forget(): void {
    this.ids = [];
    this.told = [];
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

  private keep<T>(batch: Received<T>[], parts: (message: Received<T>) => object[]): Rejection[] {
    Reports.ids.push(...batch.map(({ topic, id }) => `${topic}/${id}`));
    Reports.told.push(...batch.flatMap(parts).map((part) => JSON.stringify(part)));
    return [];
  }
}

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Reports])), 60_000);
afterAll(() => tracking.stop());

const request = (request_id: string) =>
  tracking.app.publisher.publish(factsRequested, [{ id: randomUUID(), value: { request_id } }]);
const dayMs = 86_400_000;
const agent = ($user_agent_id: string) => ({ $type: 'USER_AGENT', $user_agent_id });
const people = 40;

describe('telling reports everything again', () => {
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
    await eventually(() => expect(Reports.told.length).toBe(people * 7 + 1 + 2 + 1));
    before = [...Reports.told];
  }, 120_000);

  it('comes to what was told at first, but for activities that no report reaches, however often a page comes', async () => {
    const reached = before.filter((text) => !text.includes(String(longAgo)));
    expect(reached).toHaveLength(before.length - people);
    Reports.forget();
    await request('one');
    await request('one');
    await eventually(() => expect(Reports.told.length).toBeGreaterThanOrEqual(reached.length));
    const again: FactsPageDue = { request_id: 'one', page: 0, step: 'merges' };
    await tracking.app.publisher.publish(factsPageDue, [{ id: 'one/0', value: again }]);
    await request('two');
    const toldBy = (request_id: string) => new Set(Reports.ids.filter((id) => id.includes(`/${request_id}/`)));
    await eventually(() => expect(toldBy('two').size).toBe(toldBy('one').size));
    expect([...new Set(Reports.told)].sort()).toEqual(reached.sort());
  }, 120_000);

  it('takes more than a page of one person’s activities of one instant', async () => {
    const $ts = Date.now();
    const sent = pageRows + 10;
    for (let start = 0; start < sent; start += 200)
      await Promise.all(
        Array.from({ length: Math.min(200, sent - start) }, () =>
          tracking.send('9', { $ts, $user_identifiers: [agent('many')] }),
        ),
      );
    Reports.forget();
    await request('three');
    const activities = () => new Set(Reports.told.filter((text) => text.includes(`"ts":${$ts}`))).size;
    await eventually(() => expect(activities()).toBe(sent));
  }, 120_000);

  it('takes a page of fewer rows where activities are large', async () => {
    const sent = 40;
    const pad = 'x'.repeat(1_000_000);
    const $ts = Date.now() - 2 * dayMs;
    for (let count = 0; count < sent; count++)
      await tracking.send('10', { $ts, $user_identifiers: [agent('large')], pad });
    Reports.forget();
    await request('four');
    const activities = () => new Set(Reports.told.filter((text) => text.includes(`"ts":${$ts}`))).size;
    await eventually(() => expect(activities()).toBe(sent));
    const day = new Date($ts).toISOString().slice(0, 10);
    const pages = Reports.ids.filter((id) => id.includes(`/${day}/`)).map((id) => id.split('/')[2]);
    expect(new Set(pages).size).toBeGreaterThan(1);
  }, 120_000);
});
