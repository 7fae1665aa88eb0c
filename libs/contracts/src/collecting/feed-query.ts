import { ApiError, badData } from '../errors.js';
import type { Identifier } from '../tracking/identifier.js';
import { identifierOf, parseSelector } from '../tracking/user-point-selector.js';
import { z } from 'zod';

/** Events per second and viewer. */
const maxSample = 100;
const defaultSample = 20;
const maxFeedNames = 20;
const maxName = 1_000;

const name = z
  .string()
  .max(maxName)
  .regex(/^(![\s\S]+|[^!][\s\S]*)$/, 'must be a name, or ! and a name');
const names = z
  .preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(name).max(maxFeedNames))
  .default([])
  .meta({
    override: {
      type: 'array',
      items: { type: 'string', maxLength: maxName, pattern: '^!?.+' },
      maxItems: maxFeedNames,
    },
  });

/** Query of the live feed. */
export const FeedQuery = z.object({
  type: names.describe('Only activities of this `$type`; with `!` in front, of any other. May be repeated.'),
  event_name: names.describe(
    'Only activities with an event of this `$event_name`; with `!` in front, without one. May be repeated.',
  ),
  identifier: z
    .string()
    .transform(parseIdentifier)
    .optional()
    .meta({
      override: { type: 'string' },
      description:
        'Only activities that name this identifier: `user_agent_id=<id>`, `email_hash=<hash>` or ' +
        '`compartment_id=<id>,user_account_id=<id>`. These are all shown, without sampling.',
    }),
  sample: z
    .string()
    .regex(/^\d{1,3}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().min(1).max(maxSample))
    .default(defaultSample)
    .meta({
      override: { type: 'integer', minimum: 1, maximum: maxSample, default: defaultSample },
      description: 'The most activities that are shown per second, and the most refusals.',
    }),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

/** Fastify has decoded the parameter: encoded again, it is a segment that the client has encoded as a whole. */
function parseIdentifier(text: string, { addIssue }: { addIssue: (message: string) => void }): Identifier {
  try {
    const selector = parseSelector(encodeURIComponent(text));
    if (selector.by === 'user_point_id') throw badData(noUserPoint);
    return identifierOf(selector);
  } catch (error) {
    if (error instanceof URIError) addIssue('holds half a surrogate pair');
    else if (error instanceof ApiError) addIssue(error.code === 'RESOURCE_NOT_FOUND' ? noUserPoint : error.message);
    else throw error;
    return z.NEVER;
  }
}

const noUserPoint =
  'activities name identifiers, not user points: expected user_agent_id=, email_hash= or compartment_id=…,user_account_id=…';
