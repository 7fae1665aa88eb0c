import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';
import { maxCompartmentLength, maxHashLength, maxIdentifierLength } from '../rules/identifier-lengths.js';
import { maxNameLength } from '../rules/name-problem.js';
import { hasWhiteSpace } from './identifier.js';
import { isJunk } from './junk.js';
import { acceptorOf, type Acceptor } from '../values/acceptor.js';
import { explainIssue } from '../values/explain-issue.js';
import { listOf } from '../values/list-of.js';
import { numberOrDecimal } from '../values/number-or-decimal.js';
import { textOrInteger } from '../values/text-or-integer.js';

const int64 = 2 ** 63;

/** A positive int64. A JSON number that rounds to 2^63 is judged by its digits (`withExactIntegers` of libs/http). */
const isTimestamp = (ts: unknown) => Number.isInteger(ts) && Number(ts) > 0 && Number(ts) < int64;
const notTimestamp = 'must be a positive integer of milliseconds';
const int64Schema = { format: 'int64', minimum: 1 };

/** Milliseconds since the epoch, or their decimal text. */
export const Timestamp = numberOrDecimal(notTimestamp)
  .refine(isTimestamp, notTimestamp)
  .meta({ type: ['integer', 'string'], pattern: '^[0-9]{1,19}$', ...int64Schema });

/** May be junk, which is left out (`identifiersOf`). White space around an identifier is no part of it. */
const identifierValue = textOrInteger().trim().max(maxIdentifierLength);
const address = z.string().trim().max(maxIdentifierLength);
const hash = z
  .string()
  .trim()
  .max(maxHashLength)
  .refine((value) => !hasWhiteSpace(value) || isJunk(value), 'must not contain white space')
  .describe(
    'Of any algorithm, without white space. Compared without regard to case if all hexadecimal digits. An address, with ' +
      'an `@`, is hashed.',
  );
const compartment = textOrInteger()
  .trim()
  .max(maxCompartmentLength)
  .refine((value) => value !== '', 'must not be empty')
  .nullish();
const text = z.string().nullish();

/** Far more than a person has, and so few that every activity fits into a message. */
export const maxIdentifiers = 1_000;
/** The same of a public credential: a collect key or a signature. */
export const maxPublicIdentifiers = 20;

const channel = z.string().max(maxNameLength).nullish();

const needsHashOrEmail = {
  message: '$hash or $email is required',
  // Null is junk.
  check: (value: { $hash?: string | null; $email?: string | null }) =>
    value.$hash !== undefined || value.$email !== undefined,
};

const UserIdentifier = z.discriminatedUnion('$type', [
  z.looseObject({
    $type: z.literal('USER_ACCOUNT'),
    $compartment_id: compartment,
    $user_account_id: identifierValue.nullable(),
  }),
  z.looseObject({ $type: z.literal('USER_AGENT'), $user_agent_id: identifierValue.nullable() }),
  z
    .looseObject({ $type: z.literal('USER_EMAIL'), $hash: hash.nullish(), $email: address.nullish() })
    .refine(needsHashOrEmail.check, needsHashOrEmail.message),
]);

const UserEvent = z
  .looseObject({
    $event_name: z
      .string()
      .min(1, 'must not be empty')
      .describe('`$set_user_profile_properties` and `$set_user_choice` change the profile or choice that they name.'),
    $ts: Timestamp.nullish().describe("Epoch milliseconds, also as decimal text. Default: the activity's."),
    $properties: z.looseObject({}).nullish().describe('Custom keys; values may be null.'),
  })
  .superRefine((event, context) => {
    const rules = specialEvents.get(event.$event_name);
    const properties = event.$properties ?? {};
    if (!rules || rules.accepts(properties)) return;
    const { error, data } = rules.schema.safeParse(properties, { error: explainIssue });
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: ['$properties', ...issue.path] });
    if (data) context.value = { ...event, $properties: data };
  });

/** Maximum length in UTF-16 units: the id must fit into an index row of PostgreSQL. */
export const maxProcessingIdLength = 255;
export const ProcessingId = textOrInteger().trim().min(1, 'must not be empty').max(maxProcessingIdLength);

const withAcceptor = (schema: z.ZodObject): { schema: z.ZodObject; accepts: Acceptor } => ({
  schema,
  accepts: acceptorOf(schema),
});

/** Events that change a profile or a choice, with the schema of their properties. */
const specialEvents = new Map([
  [
    '$set_user_profile_properties',
    withAcceptor(
      z.looseObject({
        $compartment_id: compartment,
        $user_account_id: identifierValue.nullish(),
        $ts: Timestamp.nullish(),
      }),
    ),
  ],
  [
    '$set_user_choice',
    withAcceptor(
      z.looseObject({
        $processing_id: ProcessingId,
        $choice_acceptance_value: z.boolean(),
        $choice_ts: Timestamp.nullish(),
      }),
    ),
  ],
]);

const UserAgentInfo = z.looseObject({
  $initial_ts: z
    .number()
    .refine(Number.isInteger, 'must be an integer')
    .meta({ type: 'integer', format: 'int64' })
    .nullish(),
  $form_factor: text,
  $os_family: text,
  $browser_family: text,
  $browser_version: text,
  $brand: text,
  $model: text,
  $os_version: text,
  $carrier: text,
  $raw_value: text,
  $agent_type: text,
});

const sessionStatuses = ['NO_SESSION', 'IN_SESSION', 'CLOSED_SESSION', 'SESSION_SNAPSHOT'] as const;

/**
 * An activity as a client sends it: the fields of the API reference, and any custom keys. Every optional field may be
 * null. Integers in place of ids become text, and decimal texts in place of times become numbers. `identifiersOf` checks
 * that there is an identifier.
 */
export const UserActivity = z.looseObject({
  $unique_key: z
    .guid('must be a UUID')
    .nullish()
    .describe('The activity is stored once per key, however often it is sent.'),
  $ts: Timestamp.nullish().describe('When it happened, epoch milliseconds, also as decimal text. Default: now.'),
  $type: z
    .string()
    .min(1, 'must not be empty')
    .max(maxNameLength)
    .describe('SITE_VISIT, APP_VISIT, CTV_VISIT, TOUCH, EMAIL, DISPLAY_AD or any other.'),
  $session_status: z.enum(sessionStatuses).nullish(),
  $user_identifiers: listOf(UserIdentifier.nullable())
    .max(maxIdentifiers)
    .nullish()
    .describe(
      'Identifiers of the person. At least one is required, here or in the legacy root fields. Junk ones (empty, null, ' +
        'placeholders such as `undefined`, all zeros) are left out.',
    ),
  $user_agent_id: identifierValue.nullish(),
  $user_account_id: identifierValue.nullish(),
  $compartment_id: compartment,
  $email_hash: z
    .looseObject({ $hash: hash.nullish(), $email: address.nullish() })
    .refine(needsHashOrEmail.check, needsHashOrEmail.message)
    .nullish(),
  $app_id: channel.describe('The app of an APP_VISIT.'),
  $site_id: channel.describe('The site of an activity.'),
  $ctv_id: channel.describe('The connected-TV app of a CTV_VISIT.'),
  $events: listOf(UserEvent).nullish(),
  $user_agent_info: UserAgentInfo.nullish(),
  $location: z.looseObject({ $country: text, $city: text, $zip_code: textOrInteger().nullish() }).nullish(),
});
export type UserActivity = z.infer<typeof UserActivity>;

/** The nil and the max UUID (RFC 9562) are what a client sends that has none. */
const noKey = /^(?:0+|f+)$/;

/** The `$unique_key` in lower case; undefined without one. */
export function uniqueKeyOf({ $unique_key }: Pick<UserActivity, '$unique_key'>): string | undefined {
  const key = $unique_key?.toLowerCase();
  return key === undefined || noKey.test(key.replaceAll('-', '')) ? undefined : key;
}

/** An activity as the API returns it: as it was sent, with its id and when it was received. */
export const StoredUserActivity = UserActivity.extend({
  $ts: EpochMs.describe('When it happened, epoch milliseconds.'),
  $id: z.guid(),
  $received_ts: EpochMs.describe('When the platform received it, epoch milliseconds.'),
  $is_bot: z
    .literal(true)
    .optional()
    .describe('Its user agent says that it is of a bot. Set by the platform alone; absent otherwise.'),
});
export type StoredUserActivity = z.infer<typeof StoredUserActivity>;
