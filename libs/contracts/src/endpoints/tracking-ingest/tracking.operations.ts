import { CollectQuery, maxIdempotencyKey, maxLines } from '../../collecting/collect-query.js';
import { FeedQuery } from '../../collecting/feed-query.js';
import { AssociationLine } from '../../imports/import-lines.js';
import { ActivitiesQuery, ActivityReceipt, ActivityReceipts } from '../../tracking/activity.js';
import { ListQuery } from '../../list-query.js';
import { FlaggedPerson } from '../../people/flagged-person.js';
import { ListedPerson, searchedActivities } from '../../people/listed-person.js';
import { Identity } from '../../exports/identity.js';
import { PersonExport } from '../../exports/person-export.js';
import { maxPublicIdentifiers, StoredUserActivity, UserActivity } from '../../tracking/user-activity.js';
import { Association, UserIdentifier, UserPoint } from '../../tracking/user-point.js';
import { UserSegment } from '../../tracking/user-segment.js';
import { z } from 'zod';
import { aChoice, anAppVisit, aProfileUpdate, aSiteVisit, aVisitInOtherForms } from '../examples/activity.examples.js';
import { del, deleted, exampleOf, get, json, ndjson, one, page, post, type Section } from '../operation.js';

const Resend = z.object({
  'Idempotency-Key': z
    .string()
    .max(maxIdempotencyKey)
    .optional()
    .describe(
      'Deduplicates the activity; `$unique_key` takes precedence. With several activities, the number of the line is part ' +
        'of the key. Ignored in signed requests: the signature identifies the activity.',
    ),
});

/** No schema of JSON describes lines. */
const Activities = z.string().describe('One UserActivity per line, each a JSON text. A line may end with CRLF.');

/** It has no identifier. */
const aTouch = { $type: 'TOUCH' };

const userPoint = '/datamarts/:datamart_id/user_points/:user_point';
const olderSegments = '/datamarts/:datamart_id/user_segments';

const olderPath = {
  description: 'An older path of `listUserSegments`, with the same answer.',
  query: ListQuery,
  answer: page(UserSegment, 'A page of segments.'),
};

export const tracking = {
  tag: 'Tracking',
  owner: 'tracking-ingest',
  description: 'User activities in real time, and the people they belong to.',
  operations: {
    collectUserActivity: post('/datamarts/:datamart_id/user_activities', 'EDITOR', {
      owner: 'gateway',
      signed: true,
      collectKey: true,
      summary: 'Send one activity or several',
      description:
        'A 200 means that the activity is durable. After a 503 or a timeout, retry with the same `$unique_key`, ' +
        '`Idempotency-Key` (with a token) or signature: the activity is stored once.\n\n' +
        `Several activities are sent as NDJSON: one per line, at most ${maxLines} lines and 1 MiB. Blank lines are skipped. ` +
        'A line that is refused does not affect the others: its result is the error. All other activities are durable; after ' +
        'a 503 none is promised. If every line is refused, the response is 400 with the error of the first.\n\n' +
        'Activities of a channel with activity analyzers are stored once these have changed them.\n\n' +
        `With a collect key or a signature, an activity names at most ${maxPublicIdentifiers} identifiers. With a collect key, ` +
        '`text/plain` is read as JSON, and pages of its `allowed_origins` may read the answer (CORS); an activity gets the ' +
        'channel of the key, and profile events are left out unless the key accepts them.',
      query: CollectQuery,
      headers: Resend,
      body: {
        ...json(UserActivity, {
          site_visit: aSiteVisit,
          app_visit: anAppVisit,
          integers_and_texts: aVisitInOtherForms,
          profile_update: aProfileUpdate,
          choice: aChoice,
        }),
        ...ndjson(Activities, {
          two_visits: [aSiteVisit, anAppVisit],
          with_a_line_that_is_refused: [aSiteVisit, aTouch],
        }),
      },
      answer: {
        description: 'The activity is durable. Of several activities, those that have an id in the results.',
        content: json(z.object({ status: z.literal('ok'), data: z.union([ActivityReceipt, ActivityReceipts]) }), {
          one_activity: { status: 'ok', data: exampleOf(ActivityReceipt) },
          several_activities: { status: 'ok', data: exampleOf(ActivityReceipts) },
        }),
      },
      errors: {
        BAD_REQUEST_DATA: `also more than ${maxLines} lines, or a body without any acceptable line`,
        AUTHORIZATION_ERROR:
          'also a page whose origin the collect key does not allow, or an activity of another channel than its own',
        SERVICE_UNAVAILABLE: 'also more activities than the `max_qps` of the collect key',
      },
    }),
    followUserActivities: get('/datamarts/:datamart_id/user_activities/events', 'READER', {
      owner: 'gateway',
      summary: 'Follow activities live',
      description:
        'Server-Sent Events. `activity`: an activity that a gateway has accepted, as `listUserActivities` shows it; its `id:` is ' +
        'the id of the activity. It may not be stored yet, or be a duplicate. `refused`: a body or a line that this gateway ' +
        'has refused with 400, as `{received_ts, error_code, error, error_id, head}`; `head` is its first KiB. `skipped`: ' +
        '`{count}`, in each second in which something was left out, because of `sample` or because the client reads too ' +
        'slowly. The feed begins with the latest of both that are in memory. `type` and `event_name` do not apply to ' +
        'refusals.\n\n' +
        'A comment comes every 15 s. The feed ends when the caller loses the token or the role. More than 5 feeds of a ' +
        'datamart, or 50 of a gateway, are answered 503.',
      query: FeedQuery,
      answer: {
        description: 'Events whose data is JSON, until the client ends them.',
        content: { 'text/event-stream': { schema: z.string() } },
      },
    }),
    listRecentPeople: get('/datamarts/:datamart_id/user_points', 'READER', {
      summary: 'List recent people',
      description:
        `The people of the ${searchedActivities.toLocaleString('en')} activities that were stored last, within the window of ` +
        'deduplication (`DEDUPE_WINDOW_DAYS`); those with the newest `$ts` first. Large batches and activities of many ' +
        'analyzers may shorten the list. Each page is recorded in the audit as a read of the datamart.',
      query: ListQuery,
      answer: page(ListedPerson, 'A page of people.'),
    }),
    listFlaggedPeople: get('/datamarts/:datamart_id/user_points/flagged', 'READER', {
      summary: 'List people who gain too many identifiers',
      description:
        'People who have gained more accounts or e-mails within 7 days, more agents within 2 days, or were merged more often within 14 ' +
        'days than `flag_rules` of the datamart allow; the newest first. They are often one device of many people, or an identifier that ' +
        'many share. An identifier counts from when it was first seen. A merge adds the counts of both people, a dissociation takes ' +
        'what leaves. Right within a minute.',
      query: ListQuery,
      answer: page(FlaggedPerson, 'A page of people.'),
    }),
    getUserPoint: get(userPoint, 'READER', {
      summary: 'Read a person',
      description: 'The id of a user point that was merged into another one still selects the person.',
      answer: one(UserPoint, 'The person.'),
    }),
    eraseUserPoint: del(userPoint, 'EDITOR', {
      summary: 'Erase a person',
      description: 'Deletes identifiers, profiles, choices, segments and activities, also from reports.',
      answer: deleted,
    }),
    getUserPointIdentity: get(`${userPoint}/identity`, 'READER', {
      summary: 'Read why identifiers are one person',
      description:
        'The links that joined the identifiers, each with its cause: without it, and without the later activities and ' +
        'associations that `since` counts, exactly its two sides would be apart. An identifier that was dissociated has left ' +
        'the links; the next activity that names it with another one joins them again.',
      answer: one(Identity, 'The person, with its links.'),
    }),
    exportUserPoint: get(`${userPoint}/export`, 'EDITOR', {
      summary: 'Read all of a person',
      description:
        'One JSON text with everything about the person at the start of the request, of any size. It lasts 10 minutes at most, ' +
        'and ends early if the client reads less than 64 KiB/s.',
      answer: { description: 'All of the person.', content: json(PersonExport, { a_person: exampleOf(PersonExport) }) },
      errors: { SERVICE_UNAVAILABLE: 'also while two exports run in each process of the service' },
    }),
    listUserIdentifiers: get(`${userPoint}/user_identifiers`, 'READER', {
      summary: "List a person's identifiers",
      query: ListQuery,
      answer: page(UserIdentifier, 'A page of identifiers.'),
    }),
    listUserActivities: get(`${userPoint}/user_activities`, 'READER', {
      summary: "List a person's activities",
      description: 'Activities as they were sent, newest first.',
      query: ActivitiesQuery,
      answer: page(StoredUserActivity, 'A page of activities.'),
    }),
    listUserSegments: get(`${userPoint}/user_segments`, 'READER', {
      signed: true,
      summary: 'List the segments that a person is in',
      description:
        'Expired memberships are not listed. In a signed request the selector names an account, an e-mail hash or an agent.',
      query: ListQuery,
      answer: page(UserSegment, 'A page of segments.'),
    }),
    listUserSegmentsOfSelector: get(`${olderSegments}/:user_point`, 'READER', {
      signed: true,
      summary: 'List the segments that a person is in (older path)',
      ...olderPath,
    }),
    listUserSegmentsOfAccount: get(`${olderSegments}/:compartment/:account`, 'READER', {
      signed: true,
      summary: "List the segments that an account's person is in (older path)",
      ...olderPath,
    }),
    associateUserIdentifiers: post('/datamarts/:datamart_id/user_identifiers_association_declarations', 'EDITOR', {
      summary: 'Associate identifiers with one person',
      description:
        'As a line of an import: the people who have these identifiers become one, and a person is created for identifiers ' +
        'that are all unknown. May be repeated.',
      body: json(AssociationLine, {
        account_and_agent: {
          identifiers: [
            { type: 'USER_ACCOUNT', compartment_id: 'default', user_account_id: 'customer-17' },
            { type: 'USER_AGENT', user_agent_id: 'web:1:0b4c2f1e' },
          ],
        },
        address: { identifiers: [{ type: 'USER_EMAIL', email: 'ada@example.com' }] },
      }),
      answer: one(Association, 'The person.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'identifiers: one person would have more than 100' },
    }),
  },
} satisfies Section;
