import { z } from 'zod';
import { ListQuery } from '../list-query.js';
import { Count, EpochMs } from '../values/epoch-ms.js';

/** Recent people are those of at most so many activities that were stored last. */
export const searchedActivities = 1_000;

/** The most accounts of a person in a list. */
export const maxListedAccounts = 5;

/** A person in a list of people. */
export const ListedPerson = z.object({
  user_point_id: z.string(),
  name: z.string().optional().describe('From the profile that was written last and has one.'),
  email: z.string().optional().describe('The address, from the profile that was written last and has one.'),
  accounts: z
    .array(z.object({ compartment_id: z.string(), user_account_id: z.string() }))
    .max(maxListedAccounts)
    .describe(`The oldest accounts; at most ${maxListedAccounts}.`),
  number_of_identifiers: Count.describe('How many identifiers the person has, accounts among them.'),
  last_activity_ts: EpochMs.optional().describe(
    'The `$ts` of the newest stored activity, epoch milliseconds; absent if none is stored.',
  ),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

/** A person in a segment. */
export const SegmentMember = ListedPerson.extend({
  member_since_ts: EpochMs.describe('When the person came into the segment, epoch milliseconds.'),
  expiration_ts: EpochMs.optional().describe('When the membership ends, epoch milliseconds; absent: never.'),
});
export type SegmentMember = z.infer<typeof SegmentMember>;

/** More are not skipped, since each one that is skipped is read. */
const maxSkippedMembers = 10_000;

export const SegmentMembersQuery = ListQuery.extend({
  after: z
    .guid('must be the id of a user point')
    .optional()
    .describe(
      '`user_point_id` of the last member of a page: returns those after it, at a cost that does not depend on how many are ' +
        `before. \`first_result\` skips ${maxSkippedMembers} at most.`,
    ),
}).refine(({ first_result }) => first_result <= maxSkippedMembers, {
  path: ['first_result'],
  message: `must be at most ${maxSkippedMembers}; \`after\` leads further`,
});
export type SegmentMembersQuery = z.infer<typeof SegmentMembersQuery>;
