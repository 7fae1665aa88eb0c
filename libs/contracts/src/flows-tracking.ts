import { flow, type Flow } from './flow.js';
import {
  activitiesAccepted,
  activityReceived,
  activityStored,
  collectionsCounted,
  factsPageDue,
  factsRequested,
  segmentChanged,
  userPointErased,
  userPointsMerged,
} from './topics.js';

const datamart_id = '1';
const user_point_id = '0199f1c2-7d7a-7c33-8f5e-2b6a5a1f0e11';
const merged_id = '0199f1c3-0b1d-7e6f-a4fe-95802fa49c9c';
const activity_id = '0199f1c4-52aa-7b0c-9d1e-0f3c6a7b8d90';
const request_id = '0199f1c5-9c11-7f4a-8e2b-3d5f7a9b1c2d';
const ts = 1_795_261_991_709;

/** From a request of a client to what reports read. */
export const trackingFlows: Flow[] = [
  flow(activityReceived, {
    summary: 'An activity that the gateway has accepted. It is durable from here on.',
    key: '<datamart_id>|<strongest identifier>',
    producer: 'gateway',
    consumers: ['tracking-ingest.store-activities'],
    example: {
      ...{ datamart_id, activity_id, received_ts: ts },
      identifiers: [{ type: 'USER_AGENT', value: 'web:1:abc' }],
      body: '{"$type":"SITE_VISIT","$site_id":"8298","$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:1:abc"}]}',
    },
  }),
  flow(activitiesAccepted, {
    summary: 'How many activities a gateway has accepted by datamart and hour, to be compared with what is stored.',
    key: '<instance>',
    producer: 'gateway',
    consumers: ['tracking-ingest.count-accepted'],
    example: {
      instance: request_id,
      tallies: [{ datamart_id, hour_ts: 1_795_258_800_000, accepted: 1_204, unsure: 0 }],
    },
  }),
  flow(activityStored, {
    summary: 'Activities of one datamart that one transaction has stored, as reports need them.',
    key: '<datamart_id>',
    producer: 'tracking-ingest',
    consumers: ['analytics.store-facts'],
    example: {
      datamart_id,
      activities: [{ activity_id, user_point_id, ts, type: 'SITE_VISIT', channel_id: '8298', event_types: ['page'] }],
    },
  }),
  flow(userPointsMerged, {
    summary: 'User points that have become part of others.',
    key: '<datamart_id>',
    producer: 'tracking-ingest',
    consumers: ['analytics.merge-user-points'],
    example: { datamart_id, merges: [{ merged_id, survivor_id: user_point_id }] },
  }),
  flow(userPointErased, {
    summary: 'People who are erased: nothing of them may be kept or come back.',
    key: '<datamart_id>',
    producer: 'tracking-ingest',
    consumers: ['analytics.erase-user-points'],
    example: { datamart_id, user_point_ids: [user_point_id, merged_id] },
  }),
  flow(segmentChanged, {
    summary: 'The newest state of memberships: of a person and a segment the highest version counts.',
    key: '<datamart_id>',
    producer: 'tracking-ingest',
    consumers: ['analytics.change-segments'],
    example: {
      datamart_id,
      changes: [{ user_point_id, segment_id: 'buyers', is_member: true, expiration_ts: null, version: 3 }],
    },
  }),
  flow(collectionsCounted, {
    summary: 'How many elements each collection of a datamart held at an instant.',
    key: '<datamart_id>',
    producer: 'tracking-ingest',
    consumers: ['analytics.count-collections'],
    example: {
      ...{ datamart_id, ts },
      counts: {
        ...{ UserPoint: 310, UserAccount: 120, UserEmail: 95, UserAgent: 402, UserProfile: 118 },
        ...{ UserActivity: 9_210, UserEvent: 12_004, UserSegment: 87, UserChoice: 60 },
      },
    },
  }),
  flow(factsRequested, {
    summary: 'Reports have lost their facts, or never had any, and ask for all of them.',
    key: '<request_id>',
    producer: 'analytics',
    consumers: ['tracking-ingest.tell-facts'],
    example: { request_id },
  }),
  flow(factsPageDue, {
    summary: 'Where telling everything again goes on.',
    key: '<the first of the last row’s key>, at the start <request_id>',
    producer: 'tracking-ingest',
    consumers: ['tracking-ingest.tell-facts-page'],
    example: { request_id, page: 4, step: 'activities', day: '2026-11-20', after: [datamart_id, user_point_id] },
  }),
];
