import { ActivitiesQuery, ActivityReceipt } from '@tributary/contracts/activity';
import { ListQuery } from '@tributary/contracts/list-query';
import { StoredUserActivity, UserActivity } from '@tributary/contracts/user-activity';
import { UserIdentifier, UserPoint } from '@tributary/contracts/user-point';
import { UserSegment } from '@tributary/contracts/user-segment';
import { z } from 'zod';
import { maxIdempotencyKey } from '../activities/activity-id.js';
import { aSetChoice, aSetProfile, aVisitOfAnApp, aVisitOfASite } from './activity.examples.js';
import { gone, json, one, page, type Section } from './operation.js';

const Resend = z.object({
  'Idempotency-Key': z
    .string()
    .max(maxIdempotencyKey)
    .optional()
    .describe('Under it the activity is stored once, as under `$unique_key`, which wins.'),
});

const userPoint = '/datamarts/:datamart_id/user_points/:user_point';

export const tracking: Section = {
  tag: 'Tracking',
  description: 'What people do, as it happens, and the people themselves.',
  operations: {
    'POST /datamarts/:datamart_id/user_activities': {
      operationId: 'collectUserActivity',
      summary: 'Send an activity',
      description:
        'The answer means that the activity is durable. After a 503, or none at all, send it again with the same ' +
        '`$unique_key`, `Idempotency-Key` or signature: it is stored once.',
      headers: Resend,
      body: json(UserActivity, {
        a_visit_of_a_site: aVisitOfASite,
        a_visit_of_an_app: aVisitOfAnApp,
        a_profile_that_is_updated: aSetProfile,
        a_choice: aSetChoice,
      }),
      answer: one(ActivityReceipt, 'The activity is durable.'),
    },
    [`GET ${userPoint}`]: {
      operationId: 'getUserPoint',
      summary: 'Look a person up',
      description: 'The id of a user point that has become part of another one goes on naming the person.',
      answer: one(UserPoint, 'The person.'),
    },
    [`DELETE ${userPoint}`]: {
      operationId: 'eraseUserPoint',
      summary: 'Erase a person',
      description: 'With identifiers, profiles, choices, segments and activities, in reports too.',
      answer: gone,
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
      description: 'As they were sent, the newest first.',
      query: ActivitiesQuery,
      answer: page(StoredUserActivity, 'A page of activities.'),
    },
    [`GET ${userPoint}/user_segments`]: {
      operationId: 'listUserSegments',
      summary: 'List the segments that a person is in',
      description:
        'Expired ones are not listed. With a signed request the selector names an account, an e-mail hash or an agent.',
      query: ListQuery,
      answer: page(UserSegment, 'A page of segments.'),
    },
  },
};
