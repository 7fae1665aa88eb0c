import { describeTopic, type TopicDescription } from './topic-description.js';
import {
  activitiesAccepted,
  activitiesRefused,
  activityReceived,
  activityToAnalyze,
  activityStored,
  collectionsCounted,
  collectionsRequested,
  eventTypeChanged,
  backfillEnded,
  backfillPageDue,
  backfillRequested,
  segmentChanged,
  segmentDeleted,
  userPointErased,
  userPointsMerged,
} from './topics.js';

const datamart_id = '1';
const user_point_id = '0199f1c2-7d7a-7c33-8f5e-2b6a5a1f0e11';
const merged_id = '0199f1c3-0b1d-7e6f-a4fe-95802fa49c9c';
const activity_id = '0199f1c4-52aa-7b0c-9d1e-0f3c6a7b8d90';
const request_id = '0199f1c5-9c11-7f4a-8e2b-3d5f7a9b1c2d';
const ts = 1_795_261_991_709;

/** The messages from the acceptance of an activity to the facts of reports. */
export const trackingTopics: TopicDescription[] = [
  describeTopic(activityReceived, {
    summary:
      'An activity that the gateway has accepted, or that has been analyzed. Once it is published it is durable.',
    key: '<datamart_id>|<strongest identifier>',
    producers: ['gateway', 'activity-analysis', 'tracking-ingest'],
    consumers: ['tracking-ingest.store-activities'],
    followers: ['gateway'],
    example: {
      datamart_id,
      activity_id,
      received_ts: ts,
      identifiers: [{ type: 'USER_AGENT', value: 'web:1:abc' }],
      body: '{"$type":"SITE_VISIT","$site_id":"8298","$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:1:abc"}]}',
    },
  }),
  describeTopic(activityToAnalyze, {
    summary: 'An activity that the gateway has accepted, of a channel with activity analyzers.',
    key: '<datamart_id>|<strongest identifier>',
    producers: ['gateway', 'tracking-ingest'],
    consumers: ['activity-analysis.enqueue-activities'],
    followers: ['gateway'],
    example: {
      datamart_id,
      activity_id,
      received_ts: ts,
      identifiers: [{ type: 'USER_AGENT', value: 'web:1:abc' }],
      body: '{"$type":"SITE_VISIT","$site_id":"8298","$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:1:abc"}]}',
      channel_id: '8298',
    },
  }),
  describeTopic(activitiesAccepted, {
    summary:
      'How many activities a gateway has accepted by datamart and hour, for the reconciliation with what is stored.',
    key: '<instance>',
    producers: ['gateway'],
    consumers: ['tracking-ingest.count-accepted'],
    example: {
      instance: request_id,
      counts: [{ datamart_id, hour_ts: 1_795_258_800_000, accepted: 1_204, uncertain: 0 }],
    },
  }),
  describeTopic(activitiesRefused, {
    summary:
      'Bodies and lines that a gateway has refused, to be kept for their repair. A retried one becomes an activity.',
    key: '<datamart_id>',
    producers: ['gateway'],
    consumers: ['tracking-ingest.keep-refusals'],
    example: {
      datamart_id,
      instance: request_id,
      number: 1,
      refusals: [
        {
          id: activity_id,
          received_ts: ts,
          error_code: 'BAD_REQUEST_DATA',
          error: '$type: is required',
          error_id: request_id,
          credential: { kind: 'collect_key', id: '12', accepts_profiles: false },
          is_analyzed: true,
          body: '{"$user_agent_id":"web:1:abc"}',
          is_json: true,
          is_cut: false,
          names: ['fnOmHnYqIBhLpsTQ1Qn4kw'],
        },
      ],
      left_out: 0,
    },
  }),
  describeTopic(eventTypeChanged, {
    summary:
      'What the tracking plan of a datamart does with events of a name. A tombstone: the plan has the name no longer.',
    key: '<datamart_id>/<event name>',
    producers: ['tracking-ingest'],
    consumers: ['gateway.follow-tracking-plans', 'tracking-ingest.follow-tracking-plans'],
    example: {
      datamart_id,
      name: 'purchase',
      status: 'EXPECTED',
      schema: '{"required":["order_id"]}',
      on_violation: 'REFUSE',
    },
  }),
  describeTopic(activityStored, {
    summary: 'Activities of one datamart that one transaction has stored, with the facts for reports.',
    key: '<datamart_id>',
    producers: ['tracking-ingest'],
    consumers: ['analytics.store-facts'],
    example: {
      datamart_id,
      activities: [{ activity_id, user_point_id, ts, type: 'SITE_VISIT', channel_id: '8298', event_types: ['page'] }],
    },
  }),
  describeTopic(userPointsMerged, {
    summary: 'User points have been merged into others.',
    key: '<datamart_id>',
    producers: ['tracking-ingest'],
    consumers: ['analytics.merge-user-points'],
    example: { datamart_id, merges: [{ merged_id, survivor_id: user_point_id }] },
  }),
  describeTopic(userPointErased, {
    summary: 'User points have been erased. Consumers must delete all data of these, and must not store any again.',
    key: '<datamart_id>',
    producers: ['tracking-ingest'],
    consumers: ['analytics.erase-user-points', 'activity-analysis.erase-user-points'],
    example: { datamart_id, user_point_ids: [user_point_id, merged_id] },
  }),
  describeTopic(segmentChanged, {
    summary: 'The latest state of segment memberships. For each user point and segment the highest version wins.',
    key: '<datamart_id>',
    producers: ['tracking-ingest'],
    consumers: ['analytics.change-segments'],
    example: {
      datamart_id,
      changes: [{ user_point_id, segment_id: 'buyers', is_member: true, expiration_ts: null, version: 3 }],
    },
  }),
  describeTopic(segmentDeleted, {
    summary:
      'A segment was deleted: its memberships that were written before that version have ended. No late change may bring one back.',
    key: '<datamart_id>',
    producers: ['tracking-ingest'],
    consumers: ['analytics.delete-segments'],
    example: { datamart_id, segment_id: '1185', version: 4 },
  }),
  describeTopic(collectionsCounted, {
    summary: 'The number of elements of each collection of a datamart at one time.',
    key: '<datamart_id>',
    producers: ['tracking-ingest'],
    consumers: ['analytics.count-collections'],
    example: {
      datamart_id,
      ts,
      counts: {
        UserPoint: 310,
        UserAccount: 120,
        UserEmail: 95,
        UserAgent: 402,
        UserProfile: 118,
        UserActivity: 9_210,
        UserEvent: 12_004,
        UserSegment: 87,
        UserChoice: 60,
      },
    },
  }),
  describeTopic(collectionsRequested, {
    summary:
      'A report is about the collections of these datamarts as they are now: they are counted again, once a minute each.',
    key: '<datamart_id> of the first one',
    producers: ['analytics'],
    consumers: ['tracking-ingest.recount-collections'],
    example: { datamart_ids: [datamart_id] },
  }),
  describeTopic(backfillRequested, {
    summary: 'Reports have no facts, or have lost them, and request a backfill.',
    key: '<request_id>',
    producers: ['analytics'],
    consumers: ['tracking-ingest.backfill'],
    example: { request_id },
  }),
  describeTopic(backfillPageDue, {
    summary: 'The cursor of the next backfill page.',
    key: '<first part of the key in `after`>, or <request_id> without one',
    producers: ['tracking-ingest'],
    consumers: ['tracking-ingest.backfill-page'],
    example: { request_id, page: 4, step: 'activities', day: '2026-11-20', after: [datamart_id, user_point_id] },
  }),
  describeTopic(backfillEnded, {
    summary: 'A backfill has published its last page, and so many messages in all.',
    key: '<request_id>',
    producers: ['tracking-ingest'],
    consumers: ['analytics.end-backfill'],
    example: { request_id, messages: 412 },
  }),
];
