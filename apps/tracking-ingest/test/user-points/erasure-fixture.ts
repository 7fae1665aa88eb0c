import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { emailHash, type Identifier } from '@tributary/contracts/tracking/identifier';
import { activityReceived, chunkParsed, userPointErased } from '@tributary/contracts/topics/topics';
import type { UserPointErased } from '@tributary/contracts/tracking/user-point';
import { startTracking, type Tracking } from '../tracking.js';

/** Stands in for analytics. */
export
@Controller()
class Reports {
  static readonly erased: string[] = [];
  static readonly digests: string[] = [];
  static readonly messages: Received<UserPointErased>[] = [];

  @Consume(userPointErased, { group: 'test.reports' })
  handle(@Payload() batch: Received<UserPointErased>[]): Rejection[] {
    Reports.messages.push(...batch);
    Reports.erased.push(...batch.flatMap(({ value }) => value.user_point_ids));
    Reports.digests.push(...batch.flatMap(({ value }) => value.identifier_digests ?? []));
    return [];
  }
}

export let tracking: Tracking;
beforeAll(async () => void (tracking = await startTracking([Reports])));
afterAll(() => tracking.stop());

let people = 0;
/** A new person. */
export function aPerson() {
  // Too long to occur by chance in random text, such as a sealed key.
  const name = `person-${++people}-of-spec`;
  const agent: Identifier = { type: 'USER_AGENT', value: name };
  const email: Identifier = { type: 'USER_EMAIL', value: emailHash(`${name}@b.c`) };
  const account: Identifier = { type: 'USER_ACCOUNT', compartment_id: 'default', value: name };
  return { name, agent, email, account, point: `1/user_points/user_agent_id=${name}` };
}

export type Person = ReturnType<typeof aPerson>;

export const received = (identifiers: Identifier[], difference: Partial<ActivityReceived> = {}): ActivityReceived => ({
  datamart_id: '1',
  activity_id: randomUUID(),
  received_ts: Date.now() - 1_000,
  identifiers,
  body: '{"$type":"TOUCH","$events":[{"$event_name":"a"}]}',
  ...difference,
});
export const deliver = (...values: ActivityReceived[]) =>
  tracking.app.publisher.publish(
    activityReceived,
    values.map((value) => ({ id: value.activity_id, value })),
  );
export const status = async (point: string) => (await tracking.call('GET', point)).status;
export const idOf = async (point: string) => ((await tracking.call('GET', point)).body.data as { id: string }).id;
export const erase = async (point: string) =>
  expect((await tracking.call('DELETE', point)).body).toEqual({ status: 'ok' });
/** Lines of USER_POINTS_DELETION. */
export async function importErasures(...identifiers: Identifier[]) {
  const lines = identifiers.map((identifier, index) => ({
    line: index + 1,
    operation: { kind: 'delete_point' as const, identifier },
  }));
  const chunk = { execution_id: randomUUID(), chunk: 0, batch: 0, shard: 0, creation_ts: Date.now(), lines };
  await tracking.app.publisher.publish(chunkParsed, [{ id: randomUUID(), value: { datamart_id: '1', ...chunk } }]);
}
export const rows = <Row>(sql: string, ...parameters: unknown[]) => tracking.database.query<Row[]>(sql, parameters);

/** All rows of the database that contain one of the texts. */
export async function tracesOf(...texts: string[]) {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'outbox'`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await rows<{ found: boolean }>(
        `select exists (select from ${name} t where t::text ~* $1) as found`,
        texts.join('|'),
      );
      return row?.found ? [name] : [];
    }),
  );
  return found.flat();
}
