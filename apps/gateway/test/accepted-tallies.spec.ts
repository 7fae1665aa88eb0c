import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivitiesAccepted } from '@tributary/contracts/activities-accepted';
import { hourOf } from '@tributary/contracts/activities-accepted';
import { activitiesAccepted } from '@tributary/contracts/topics';
import { eventually } from '@tributary/testing/eventually';
import { bootGateway, PublishedActivities, tokens, type BootedGateway } from './booted-gateway.js';

/** Stands where tracking-ingest would: keeps what the gateway has told last. */
@Controller()
class Told {
  static readonly messages: ActivitiesAccepted[] = [];

  @Consume(activitiesAccepted, { group: 'test.told' })
  handle(@Payload() batch: Received<ActivitiesAccepted>[]): Rejection[] {
    Told.messages.push(...batch.map(({ value }) => value));
    return [];
  }
}

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ controllers: [Told] });
});
afterAll(() => gateway.stop());
beforeEach(() => void (Told.messages.length = 0));

const good = '{"$type":"TOUCH","$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:1:a"}]}';

const collect = ({ url = gateway.url, datamart_id = '1', body = good } = {}) =>
  fetch(`${url}/v1/datamarts/${datamart_id}/user_activities`, {
    method: 'POST',
    headers: { authorization: tokens.EDITOR, 'content-type': 'application/json' },
    body,
  }).then(({ status }) => status);

/** The sum of what was told last of each datamart and hour: later tallies hold what earlier ones do. */
function told(outcome: 'accepted' | 'unsure'): number {
  const tallies = Told.messages.flatMap((message) => message.tallies);
  const latest = new Map(tallies.map((tally) => [`${tally.hour_ts}/${tally.datamart_id}`, tally]));
  return [...latest.values()].reduce((sum, tally) => sum + tally[outcome], 0);
}

describe('what a gateway has accepted', () => {
  it('is told as sums by datamart and hour; what was refused is no part of it', async () => {
    const before = Date.now();
    for (let sent = 0; sent < 3; sent++) expect(await collect()).toBe(200);
    expect(await collect({ body: '{}' })).toBe(400);
    expect(await collect({ datamart_id: '3' })).toBe(403);
    await eventually(() => expect(told('accepted')).toBe(3));
    expect(Told.messages[0]?.tallies[0]).toMatchObject({ datamart_id: '1', unsure: 0 });
    expect([hourOf(before), hourOf(Date.now())]).toContain(Told.messages[0]?.tallies[0]?.hour_ts);
    expect(await collect()).toBe(200);
    await eventually(() => expect(told('accepted')).toBe(4));
  });

  it('is told apart from what may have been written although it was answered 503', async () => {
    PublishedActivities.isDown = true;
    expect(await collect()).toBe(503);
    PublishedActivities.isDown = false;
    await eventually(() => expect(told('unsure')).toBe(1));
  });

  it('is told to the last when the gateway stops', async () => {
    const own = await bootGateway({ controllers: [Told] });
    expect(await collect({ url: own.url })).toBe(200);
    await own.stop();
    expect(told('accepted')).toBe(1);
  });
});
