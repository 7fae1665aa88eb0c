import { randomUUID } from 'node:crypto';
import type { Received } from '@tributary/bus/messages/message';
import type { DirectoryChanged } from '@tributary/contracts/admin/access';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import {
  activitiesAccepted,
  activityReceived,
  backfillRequested,
  directoryChanged,
} from '@tributary/contracts/topics/topics';
import { identifierDigest } from '@tributary/contracts/tracking/identifier';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { transaction } from '@tributary/database/transaction';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { Housekeeping } from '../../src/activities/housekeeping.js';
import { StoreActivitiesHandler } from '../../src/activities/store-activities.handler.js';
import { countCollections } from '../../src/collections/count-collections.js';
import { printReconciliation } from '../../src/reconciliation/print-reconciliation.js';
import { joinProfiles } from '../../src/rollback/join-profiles.js';
import { maxPartBytes } from '../../src/profiles/part-layout.js';
import { ReconciliationRepository } from '../../src/reconciliation/reconciliation.repository.js';
import { addUpSegmentCounts } from '../../src/segments/count-memberships.js';
import { NamingsUpkeep } from '../../src/links/namings-upkeep.js';
import { SegmentUpkeep } from '../../src/segments/segment-upkeep.js';
import { undoSomeChoices } from '../../src/choices/undo-choices.js';
import { storeRefusals } from '../../src/refused-activities/store-refusals.js';
import { ErasureKey } from '../../src/identity/erasure-key.js';
import { aRefusal, messageOf, publishRefusals } from '../refused-activities/refusals-fixture.js';
import { migrateOlder } from './migrate-older.js';
import { planEvents, flagEveryone, readRefusals, readTraces } from './datamart-features.js';
import { deliverBatch } from '../applied.js';
import type { Tracking } from '../tracking.js';
import { eraseEveryoneAgain } from './erase-everyone-again.js';
import { shareDevices } from './share-devices.js';

const datamart_id = '7';
const channel = '31';
const agent = (value: string) => ({ type: 'USER_AGENT' as const, value });
const account = (value: string) => ({ type: 'USER_ACCOUNT' as const, compartment_id: 'c', value });
const point = (name: string) => `${datamart_id}/user_points/user_agent_id=${name}`;

/** Does everything that the app can do, so that it sends all of its statements. */
export async function useEveryFeature(tracking: Tracking): Promise<void> {
  await publishDirectory(tracking);
  await collect(tracking);
  await collectFromKafka(tracking);
  await refuse(tracking);
  await planEvents(tracking, datamart_id);
  await shareDevices(tracking, datamart_id);
  await writePeople(tracking);
  await registerSegments(tracking);
  await importLines(tracking);
  await readPeople(tracking);
  await flagEveryone(tracking, datamart_id);
  await readTraces(tracking, datamart_id);
  await readRefusals(tracking, { datamart_id, channel_id: channel });
  await eraseEveryoneAgain(tracking, datamart_id);
  await runJobs(tracking);
  await removePeople(tracking);
  await runJobs(tracking);
  await migrateOlder(tracking, datamart_id);
  await tracking.app.publisher.publish(backfillRequested, [{ id: 'b', value: { request_id: 'b' } }]);
  await tracking.app.publisher.publish(backfillRequested, [
    { id: 'c', value: { request_id: 'c', after_restore: true } },
  ]);
}

/** A datamart, and a channel whose activities need consent. */
async function publishDirectory({ app }: Tracking): Promise<void> {
  const processings = [{ processing_id: '5', legal_basis: 'CONSENT' as const }];
  const flag_rules = { accounts: 1, emails: 1, agents: 1, merges: 1 };
  const directory: DirectoryChanged[] = [
    { kind: 'organisation', id: '1', community_id: '1' },
    { kind: 'datamart', id: datamart_id, organisation_id: '1', flag_rules },
    { kind: 'channel', id: channel, datamart_id, version: 1, processings, analyzers: [] },
  ];
  await app.publisher.publish(
    directoryChanged,
    directory.map((value) => ({ id: randomUUID(), value })),
  );
}

async function collect(tracking: Tracking): Promise<void> {
  const events = [
    {
      $event_name: '$set_user_profile_properties',
      $properties: { $user_account_id: 'u', $compartment_id: 'c', age: 7 },
    },
    { $event_name: '$set_user_choice', $properties: { $processing_id: '5', $choice_acceptance_value: true } },
  ];
  await Promise.all(
    Array.from({ length: 20 }, (_, person) => tracking.send(datamart_id, { $user_agent_id: `p-${person}` })),
  );
  await tracking.send(datamart_id, { $user_agent_id: 'p-1', $site_id: channel, $events: events });
  await tracking.send(datamart_id, { $user_agent_id: 'p-2', $site_id: channel });
  await tracking.send(datamart_id, { $user_agent_id: 'p-3', $ts: 1 });
  const both = ['p-4', 'p-5'].map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id }));
  for (let times = 0; times < 2; times++) await tracking.send(datamart_id, { $user_identifiers: both });
  const counts = [{ datamart_id, hour_ts: 0, accepted: 1, uncertain: 0 }];
  await tracking.app.publisher.publish(activitiesAccepted, [{ id: randomUUID(), value: { instance: 'g', counts } }]);
}

/** Messages with positions, one of them twice, and those of activities that analysis has ended: a dropped one, a duplicate. */
async function collectFromKafka(tracking: Tracking): Promise<void> {
  const handler = tracking.app.app.get(StoreActivitiesHandler, { strict: false });
  const message = (offset: bigint, difference: Partial<ActivityReceived> = {}): Received<ActivityReceived> => {
    const [activity_id, received_ts] = [randomUUID(), Date.now()];
    const value = {
      datamart_id,
      activity_id,
      received_ts,
      identifiers: [agent('k')],
      body: '{"$type":"TOUCH"}',
      ...difference,
    };
    const { name: topic } = activityReceived;
    return {
      topic,
      key: `${datamart_id}|k`,
      value,
      id: activity_id,
      time: received_ts,
      bundlePosition: { partition: 0, offset },
    };
  };
  const first = message(1n);
  await handler.handle([first]);
  await handler.handle([first, message(2n)]);
  await handler.handle([message(3n, { analysis_id: randomUUID() }), message(4n, { datamart_id: '8' })]);
  await handler.handle([message(5n, { analysis_id: randomUUID(), outcome: 'dropped', body: '' })]);
  const choice = {
    $event_name: '$set_user_choice',
    $properties: { $processing_id: '5', $choice_acceptance_value: true },
  };
  const asPage = {
    public_credential: { kind: 'collect_key' as const, id: '4' },
    identifiers: [account('k'), agent('k')],
    body: JSON.stringify({ $type: 'TOUCH', $site_id: channel, $events: [choice] }),
  };
  await handler.handle([message(7n, asPage)]);
  const undone = { datamart_id, key: 'collect_key_id' as const, key_id: '4', from: 0, until: Number.MAX_SAFE_INTEGER };
  await undoSomeChoices(tracking.database, undone, Date.now());
  await handler.handle([message(8n, { ...asPage, identifiers: [account('l'), agent('k')] })]);
  await handler.handle([message(6n, { analysis_id: randomUUID(), outcome: 'duplicate', body: '{}' })]);
}

/** Refusals that are listed, retried, erased, and beyond the limits. */
async function refuse(tracking: Tracking): Promise<void> {
  const refusals = ['p-18', 'p-19'].map((name) => aRefusal({ names: [identifierDigest(datamart_id, agent(name))] }));
  await publishRefusals(tracking.app.publisher, datamart_id, refusals);
  const [first] = refusals;
  await tracking.call('GET', `${datamart_id}/refused_activities`);
  await tracking.call('POST', `${datamart_id}/refused_activities/${first?.id}/action`, { action: 'RETRY' });
  await tracking.call('DELETE', point('p-19'));
  await transaction(tracking.database, (client) =>
    storeRefusals(client, datamart_id, [messageOf(datamart_id, [aRefusal(), aRefusal()])], {
      now: Date.now(),
      erasureKey: tracking.app.app.get(ErasureKey, { strict: false }),
      limits: { rows: 1, bytes: 0 },
    }),
  );
}

async function writePeople(tracking: Tracking): Promise<void> {
  const profile = `${point('p-1')}/user_profiles/compartment_id=c/user_account_id=u`;
  await tracking.call('PUT', profile, { city: 'Paris' });
  await tracking.call('PUT', `${point('p-4')}/user_profiles/compartment_id=c/user_account_id=v`, { city: 'Rome' });
  const large = `${point('p-14')}/user_profiles/compartment_id=c/user_account_id=large`;
  await tracking.call('PUT', large, { a: 'x'.repeat(maxPartBytes), b: 1 });
  await tracking.call('PUT', large, { b: 2 });
  await tracking.call('PUT', `${large}?update_strategy=FORCE_REPLACE`, { $ts: 1, b: 3 });
  await tracking.call('PUT', `${large}?update_strategy=FORCE_REPLACE`, { b: 4 });
  await tracking.call('PUT', large, { a: 'x'.repeat(maxPartBytes) });
  await joinProfiles(tracking.postgres.url);
  await tracking.call('PUT', `${point('p-6')}/user_choices/processing_id=5`, { $choice_acceptance_value: true });
  await tracking.call('PUT', `${point('p-7')}/user_segments/12`, {});
  await tracking.call('PUT', `${point('p-8')}/user_segments/12`, { expiration_ts: 1 });
  await tracking.call('DELETE', `${point('p-9')}/user_segments/12`);
  const identifiers = ['p-12', 'p-13'].map((user_agent_id) => ({ type: 'USER_AGENT', user_agent_id }));
  await tracking.call('POST', `${datamart_id}/user_identifiers_association_declarations`, { identifiers });
  await tracking.call('DELETE', profile);
}

/** Also renames a compartment, and refuses to delete one that holds accounts. */
async function registerSegments(tracking: Tracking): Promise<void> {
  const editor = tracking.app.as({ user_id: '1', roles: [{ organisation_id: '1', role: 'EDITOR' }] });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await editor(`/v1${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) });
    return ((await response.json()) as { data: { id: string } }).data;
  };
  const segment = { datamart_id, name: 'Buyers', technical_name: 'buyers', type: 'USER_LIST' };
  const created = await Promise.all(
    ['buyers', 'sellers'].map((technical_name) =>
      call('POST', '/audience_segments?organisation_id=1', { ...segment, technical_name }),
    ),
  );
  const [kept, gone] = created.map(({ id }) => `/audience_segments/${id}`);
  await call('GET', '/audience_segments?organisation_id=1');
  await call('GET', `${kept}`);
  await call('PUT', `${kept}`, { ...segment, default_ttl: 60_000 });
  await tracking.call('PUT', `${point('p-10')}/user_segments/${created[1]?.id}`, {});
  await tracking.call('PUT', `${point('p-10')}/user_segments/${created[0]?.id}`, { data_bag: 'x'.repeat(2_000) });
  for (const members of ['members', 'user_points']) await (await editor(`/v1${kept}/${members}`)).text();
  await call('DELETE', `${gone}`);
  const compartments = `/datamarts/${datamart_id}/compartments`;
  for (const compartment_id of ['c', 'd']) await call('POST', compartments, { compartment_id, name: 'x' });
  await call('GET', compartments);
  for (const id of ['c', 'default']) await call('PUT', `${compartments}/${id}`, { name: 'y', archived: false });
  for (const id of ['c', 'd']) await call('DELETE', `${compartments}/${id}`);
  await call('GET', `${compartments}/c`);
}

async function importLines({ app }: Tracking): Promise<void> {
  const segment = { identifier: agent('i-1'), segment_id: '12' };
  const profile = { identifier: account('i'), compartment_id: 'c' };
  const choice = { identifier: agent('i-1'), processing_id: '5' };
  const body = '{"$type":"TOUCH","$user_agent_id":"i-1"}';
  const update = { update_strategy: 'PARTIAL_UPDATE' as const, merge_objects: false, properties: '{"a":1}' };
  const batches: ImportOperation[][] = [
    [{ kind: 'activity', activity_id: randomUUID(), identifiers: [agent('i-1')], body }],
    [
      { kind: 'upsert_profile', ...profile, ...update },
      { kind: 'update_segment', ...segment, expiration_ts: null },
      { kind: 'update_segment', identifier: agent('i-2'), segment_technical_name: 'buyers' },
      { kind: 'upsert_choice', ...choice, choice_ts: 1, choice_acceptance_value: true, custom: '{}' },
    ],
    [{ kind: 'associate', identifiers: [account('i'), agent('i-1'), agent('i-2'), agent('p-11')] }],
    [{ kind: 'dissociate', identifiers: [agent('i-1'), account('i')] }],
    [
      { kind: 'delete_profile', ...profile },
      { kind: 'delete_segment', ...segment },
      { kind: 'delete_choice', ...choice },
    ],
    [{ kind: 'delete_identifier', identifier: agent('i-2') }],
    [{ kind: 'delete_point', identifier: agent('i-1') }],
  ];
  for (const operations of batches) {
    const lines = operations.map((operation, index) => ({ line: index + 1, operation }));
    const id = { execution_id: randomUUID(), chunk: 0, batch: 0, shard: 0, creation_ts: Date.now() };
    for (let delivered = 0; delivered < 2; delivered++)
      await deliverBatch(app.publisher, { datamart_id, ...id, lines });
  }
}

async function readPeople(tracking: Tracking): Promise<void> {
  const { body } = await tracking.call('GET', point('p-4'));
  const byId = `${datamart_id}/user_points/${(body.data as { id: string }).id}`;
  const lists = ['identifiers', 'activities', 'profiles', 'choices', 'segments'].map((list) => `/user_${list}`);
  const parts = ['', '/export', '/identity', ...lists];
  for (const person of [point('p-4'), byId]) for (const part of parts) await tracking.call('GET', `${person}${part}`);
  await tracking.call('GET', `${point('p-1')}/user_profiles/compartment_id=c/user_account_id=u`);
  await tracking.call('GET', `${point('p-6')}/user_choices/change_log`);
  await tracking.call('GET', `${datamart_id}/user_points`);
}

async function runJobs({ app, database, postgres }: Tracking): Promise<void> {
  const now = Date.now();
  const upkeep = app.app.get(SegmentUpkeep, { strict: false });
  const reconciliation = app.app.get(ReconciliationRepository, { strict: false });
  await reconciliation.saveRejected([{ key: `${datamart_id}|k`, id: randomUUID(), time: now, position: undefined }]);
  await printReconciliation(postgres.url, 24, now);
  await upkeep.deleteDead();
  await upkeep.deleteExpired();
  await app.app.get(NamingsUpkeep, { strict: false }).run(now + dayMs);
  await transaction(database, addUpSegmentCounts);
  await transaction(database, (client) => countCollections(client, [datamart_id], { countedBefore: now + dayMs, now }));
  const housekeeping = app.app.get(Housekeeping, { strict: false });
  await housekeeping.run(now);
  // Drops the partitions of all days until then.
  await housekeeping.run(now + 500 * dayMs);
}

async function removePeople(tracking: Tracking): Promise<void> {
  await tracking.call('DELETE', point('p-4'));
  await tracking.call('DELETE', point('unknown'));
  // Came in before the erasure.
  const identifiers = [agent('p-4')];
  const value = { datamart_id, activity_id: randomUUID(), received_ts: 1, identifiers, body: '{"$type":"TOUCH"}' };
  await tracking.app.publisher.publish(activityReceived, [{ id: value.activity_id, value }]);
}
