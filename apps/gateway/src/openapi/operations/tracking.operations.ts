import { ActivitiesQuery, ActivityReceipt } from '@tributary/contracts/tracking/activity';
import { ListQuery } from '@tributary/contracts/list-query';
import { StoredUserActivity, UserActivity } from '@tributary/contracts/tracking/user-activity';
import { UserIdentifier, UserPoint } from '@tributary/contracts/tracking/user-point';
import { UserSegment } from '@tributary/contracts/tracking/user-segment';
import { z } from 'zod';
import { maxIdempotencyKey } from '../../activities/activity-id.js';
import { aChoice, anAppVisit, aProfileUpdate, aSiteVisit } from '../examples/activity.examples.js';
import { deleted, json, one, page, type Section } from './operation.js';

const Resend = z.object({
  'Idempotency-Key': z
    .string()
    .max(maxIdempotencyKey)
    .optional()
    .describe(
      'Deduplicates the activity, like `$unique_key`, which takes precedence. Ignored in a signed request: the signature ' +
        'does not cover it, and identifies the activity itself.',
    ),
});

const userPoint = '/datamarts/:datamart_id/user_points/:user_point';

export const tracking: Section = {
  tag: 'Tracking',
  description: 'User activities in real time, and the people they belong to.',
  operations: {
    'POST /datamarts/:datamart_id/user_activities': {
      operationId: 'collectUserActivity',
      summary: 'Send an activity',
      description:
        'A 200 means that the activity is durable. After a 503 or a timeout, retry with the same `$unique_key`, ' +
        '`Idempotency-Key` (with a token) or signature: the activity is stored once.',
      headers: Resend,
      body: json(UserActivity, {
        site_visit: aSiteVisit,
        app_visit: anAppVisit,
        profile_update: aProfileUpdate,
        choice: aChoice,
      }),
      answer: one(ActivityReceipt, 'The activity is durable.'),
    },
    [`GET ${userPoint}`]: {
      operationId: 'getUserPoint',
      summary: 'Read a person',
      description: 'The id of a user point that was merged into another one still selects the person.',
      answer: one(UserPoint, 'The person.'),
    },
    [`DELETE ${userPoint}`]: {
      operationId: 'eraseUserPoint',
      summary: 'Erase a person',
      description: 'Deletes identifiers, profiles, choices, segments and activities, also from reports.',
      answer: deleted,
    },
    [`GET ${userPoint}/user_identifiers`]: {
      operationId: 'listUserIdentifiers',
      summary: "List a person's identifiers",
      query: ListQuery,
      answer: page(UserIdentifier, 'A page of identifiers.'),
    },
    [`GET ${userPoint}/user_activities`]: {
      operationId: 'listUserActivities',
      summary: "List a person's activities",
      description: 'Activities as they were sent, newest first.',
      query: ActivitiesQuery,
      answer: page(StoredUserActivity, 'A page of activities.'),
    },
    [`GET ${userPoint}/user_segments`]: {
      operationId: 'listUserSegments',
      summary: 'List the segments that a person is in',
      description:
        'Expired memberships are not listed. In a signed request the selector names an account, an e-mail hash or an agent.',
      query: ListQuery,
      answer: page(UserSegment, 'A page of segments.'),
    },
  },
};
