import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { collectionsCounted, collectionsRequested, directoryChanged } from '@tributary/contracts/topics/topics';
import type { CollectionsCounted } from '@tributary/contracts/tracking/user-point';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { countChanges, type CollectionChange } from '../src/collections/count-changes.js';
import { countCollections } from '../src/collections/count-collections.js';
import { startTracking, type Tracking } from './tracking.js';

/** Consumes the topic in place of analytics. */
@Controller()
class Reports {
  static readonly received: CollectionsCounted[] = [];

  @Consume(collectionsCounted, { group: 'test.reports' })
  handle(@Payload() batch: Received<CollectionsCounted>[]): Rejection[] {
    Reports.received.push(...batch.map(({ value }) => value));
    return [];
  }
}

let tracking: Tracking;
beforeAll(async () => void (tracking = await startTracking([Reports])));
afterAll(() => tracking.stop());

const none = {
  UserPoint: 0,
  UserAccount: 0,
  UserEmail: 0,
  UserAgent: 0,
  UserProfile: 0,
  UserActivity: 0,
  UserEvent: 0,
  UserSegment: 0,
  UserChoice: 0,
};
/** Counts now and returns the published counts. */
async function count(datamart_id: string): Promise<CollectionsCounted['counts'] | undefined> {
  const now = Date.now();
  await transaction(tracking.database, (client) =>
    countCollections(client, [datamart_id], { countedBefore: now + 1, now }),
  );
  return eventually(() => {
    const counted = Reports.received.find((one) => one.datamart_id === datamart_id && one.ts === now);
    if (!counted) throw new Error('not published yet');
    return counted.counts;
  });
}
const send = (datamart_id: string, value: string, activity: object = {}) =>
  tracking.send(datamart_id, { $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: value }], ...activity });

describe('the collections of a datamart', () => {
  it('are counted as they are written, without merged user points', async () => {
    await send('50', 'a', { $events: [{ $event_name: 'x' }, { $event_name: 'y' }] });
    await send('50', 'b');
    await send('51', 'a');
    expect(await count('50')).toEqual({ ...none, UserPoint: 2, UserAgent: 2, UserActivity: 2, UserEvent: 2 });
    await tracking.send('50', {
      $user_identifiers: [
        { $type: 'USER_AGENT', $user_agent_id: 'a' },
        { $type: 'USER_AGENT', $user_agent_id: 'b' },
        { $type: 'USER_EMAIL', $email: 'a@b.c' },
        { $type: 'USER_ACCOUNT', $user_account_id: 'u' },
      ],
    });
    expect(await count('50')).toEqual({
      ...none,
      UserPoint: 1,
      UserAgent: 2,
      UserEmail: 1,
      UserAccount: 1,
      UserActivity: 3,
      UserEvent: 2,
    });
    expect(await count('51')).toEqual({ ...none, UserPoint: 1, UserAgent: 1, UserActivity: 1 });
  });

  it('leave out memberships from their expiration on', async () => {
    await send('52', 'a');
    await tracking.database.query(
      `insert into user_segments (datamart_id, user_point_id, segment_id, creation_ts, last_modified_ts, expiration_ts,
          version, write_version)
        select 52, user_point_id, segment, 1, 1, expiration, 1, 1
        from user_points, (values ('1', null), ('2', 1), ('3', 9999999999999)) as of (segment, expiration)
        where datamart_id = 52`,
    );
    await transaction(tracking.database, (client) =>
      countChanges(client, [{ datamart_id: '52', collection: 'UserSegment', change: 3 }]),
    );
    expect(await count('52')).toMatchObject({ UserSegment: 2 });
  });

  it('are empty if nothing was written', async () => expect(await count('53')).toEqual(none));

  it('lose no change that is written while they are counted', async () => {
    const change = (collection: CollectionChange['collection']): CollectionChange => ({
      datamart_id: '54',
      collection,
      change: 1,
    });
    const writes = Array.from({ length: 100 }, () =>
      transaction(tracking.database, (client) => countChanges(client, [change('UserPoint'), change('UserEmail')])),
    );
    const countings = Array.from({ length: 5 }, () => count('54'));
    await Promise.all([...writes, ...countings]);
    expect(await count('54')).toMatchObject({ UserPoint: 100, UserEmail: 100 });
  });
});

describe('the counting', () => {
  it('publishes the counts of a new datamart soon, and once per interval', async () => {
    const datamart_id = '60';
    await send(datamart_id, 'a');
    const value = { kind: 'datamart' as const, id: datamart_id, organisation_id: '1' };
    await tracking.app.publisher.publish(directoryChanged, [{ id: randomUUID(), value }]);
    const published = () => Reports.received.filter((one) => one.datamart_id === datamart_id);
    await eventually(() =>
      expect(published()).toEqual([expect.objectContaining({ counts: expect.objectContaining({ UserAgent: 1 }) })]),
    );
    const ask = () =>
      tracking.app.publisher.publish(collectionsRequested, [
        { id: randomUUID(), value: { datamart_ids: [datamart_id] } },
      ]);
    await ask();
    // It was counted less than a minute ago; as if it were longer, it is counted again.
    const older = `update collection_countings set counting_ts = counting_ts - 60001 where datamart_id = $1`;
    await tracking.database.query(older, [datamart_id]);
    await send(datamart_id, 'b');
    await ask();
    await eventually(() => expect(published().map(({ counts }) => counts.UserAgent)).toEqual([1, 2]));
    // Another process looks for datamarts that are due.
    const now = Date.now();
    await transaction(tracking.database, (client) =>
      countCollections(client, [datamart_id], { countedBefore: now - 60_000, now }),
    );
    expect(published()).toHaveLength(2);
  });
});
