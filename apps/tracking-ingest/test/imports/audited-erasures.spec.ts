import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { EventsRecorded, RecordedEvent } from '@tributary/contracts/audit/audit-event';
import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { chunkParsed, eventsRecorded } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { answersTo, Applied } from '../applied.js';
import { eventually } from '@tributary/testing/eventually';
import { startTracking, type Tracking } from '../tracking.js';

/** Stands in for admin. */
@Controller()
class Audit {
  static readonly events: RecordedEvent[] = [];

  @Consume(eventsRecorded, { group: 'test.audit' })
  handle(@Payload() batch: Received<EventsRecorded>[]): Rejection[] {
    Audit.events.push(...batch.flatMap(({ value }) => value.events));
    return [];
  }
}

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied, Audit])));
afterAll(() => tracking.stop());

let executions = 0;
/** Erases a new person by a line of a new file. */
async function erase(uploader: Pick<ChunkParsed, 'user_id' | 'credential'>) {
  const execution_id = String(++executions);
  const { user_point_id } = (
    await tracking.call('POST', '1/user_identifiers_association_declarations', {
      identifiers: [{ type: 'USER_AGENT', user_agent_id: execution_id }],
    })
  ).body.data as { user_point_id: string };
  const operation = { kind: 'delete_point' as const, user_point_id };
  const chunk = {
    execution_id,
    chunk: 0,
    batch: 0,
    shard: 0,
    creation_ts: Date.now(),
    lines: [{ line: 1, operation }],
  };
  await tracking.app.publisher.publish(chunkParsed, [
    { id: uuid7(), value: { datamart_id: '1', ...chunk, ...uploader } },
  ]);
  await answersTo(execution_id, 1);
  return { execution_id, user_point_id };
}

describe('a person whom a line of a file erases', () => {
  it('is in the audit with the session of the upload; one of an older version is not', async () => {
    await erase({ credential: { kind: 'API_TOKEN', id: '3' } });
    const { execution_id, user_point_id } = await erase({
      user_id: '8',
      credential: { kind: 'API_TOKEN', id: 'session/5' },
    });
    await eventually(() => expect(Audit.events.length).toBeGreaterThan(0));
    expect(Audit.events).toEqual([
      {
        id: expect.any(String),
        ts: expect.any(Number),
        user_id: '8',
        credential_kind: 'SESSION',
        credential_id: '5',
        action: 'ERASE',
        resource: 'user_point',
        resource_id: user_point_id,
        request_id: execution_id,
        datamart_id: '1',
      },
    ]);
  });
});
