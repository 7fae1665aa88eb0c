import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { Consume } from '@tributary/bus/messages/consume';
import type { Outgoing, Received, Rejection } from '@tributary/bus/messages/message';
import { activitiesAccepted, directoryChanged } from '@tributary/contracts/topics/topics';
import type { ActivitiesAccepted } from '@tributary/contracts/tracking/activities-accepted';
import {
  ActivitiesToAnalyze,
  bootGateway,
  PublishedActivities,
  tokens,
  type BootedGateway,
} from '../booted-gateway.js';

/** Consumes the counts in place of tracking-ingest. */
export
@Controller()
class PublishedCounts {
  static readonly messages: ActivitiesAccepted[] = [];

  @Consume(activitiesAccepted, { group: 'test.counts' })
  handle(@Payload() batch: Received<ActivitiesAccepted>[]): Rejection[] {
    PublishedCounts.messages.push(...batch.map(({ value }) => value));
    return [];
  }
}

export let gateway: BootedGateway;
/** Every call of the publisher with activities, before the bus gets it. */
export const published: { topic: string; messages: Outgoing<unknown>[] }[] = [];
beforeAll(async () => {
  gateway = await bootGateway();
  const { publisher } = gateway.platform.bus;
  const publish = publisher.publish.bind(publisher);
  publisher.publish = (topic, messages, ...rest) => {
    if (/activity-(received|to-analyze)/.test(topic.name)) published.push({ topic: topic.name, messages });
    return publish(topic, messages, ...rest);
  };
  await selectAnalyzers(gateway, '1', 'analyzed', ['9']);
  await selectAnalyzers(gateway, '1', 'unselected', []);
  await selectAnalyzers(gateway, '2', 'of-another-datamart', ['9']);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  PublishedActivities.received.length = ActivitiesToAnalyze.received.length = published.length = 0;
  PublishedCounts.messages.length = 0;
  PublishedActivities.isDown = ActivitiesToAnalyze.isDown = false;
});

let version = 0;
export const selectAnalyzers = (
  { platform }: BootedGateway,
  datamart_id: string,
  id: string,
  analyzers: string[],
): Promise<void> =>
  platform.bus.publisher.publish(directoryChanged, [
    {
      id: `channel/${id}/${++version}`,
      value: { kind: 'channel', id, version, datamart_id, processings: [], analyzers },
    },
  ]);

export const path = '/v1/datamarts/1/user_activities';
export const visit = (channel: object) =>
  JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: 'web:1:abc', ...channel });

export async function post(
  body: string,
  { query = '', type = 'application/json', headers = {}, url = gateway.url } = {},
) {
  const response = await fetch(`${url}${path}${query}`, {
    method: 'POST',
    headers: { authorization: tokens.EDITOR, 'content-type': type, ...headers },
    body,
  });
  const answer = (await response.json()) as { error_code?: string; error?: string; data: { id: string } };
  return { ...answer, status: response.status };
}
export const postLines = (lines: string[], options: object = {}) =>
  post(lines.join('\n'), { type: 'application/x-ndjson', ...options });

const bodiesOf = (received: { value: { body: string } }[]) => received.map(({ value }) => value.body).sort();
export const expectPublished = ({ received = [] as string[], toAnalyze = [] as string[] }) =>
  expect([bodiesOf(PublishedActivities.received), bodiesOf(ActivitiesToAnalyze.received)]).toEqual([
    [...received].sort(),
    [...toAnalyze].sort(),
  ]);
