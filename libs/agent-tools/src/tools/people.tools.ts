import {
  getAudienceSegment,
  getUserPoint,
  getUserPointIdentity,
  listFlaggedPeople,
  listRecentPeople,
  listSegmentMembers,
  listUserActivities,
} from '@tributary/client/generated/sdk.gen';
import { findKnown } from '@tributary/client/people/find-known';
import { guessSelector } from '@tributary/client/people/guess-selector';
import { readPerson, isPurpose, maxPurposeLength, purposeHeaders } from '@tributary/client/people/read-person';
import { z } from 'zod';
import { ToolFailure } from '../answers/tool-failure.js';
import { defineTool, limit, numericId, uuid, type Subject } from './tool.js';

const Purpose = z.object({
  purpose: z
    .string()
    .trim()
    .min(1)
    .max(maxPurposeLength)
    .refine(isPurpose, 'must be one line')
    .describe('Why people are looked at, in a few words. The audit keeps it. Name no person in it.'),
});

const Person = Purpose.extend({
  person: z
    .string()
    .min(1)
    .max(1_000)
    .describe(
      'An e-mail address, an account as compartment/account, a user agent id, the id of the user point, or a selector as ' +
        'email_hash=….',
    ),
});

/** How the API is asked for a person. The text may be several things: the first that is known is meant. */
async function findPerson({ person, purpose }: z.infer<typeof Person>, { client, datamart_id }: Subject) {
  const options = { client, headers: purposeHeaders(purpose) };
  const guess = await guessSelector(person);
  if (!guess) throw new ToolFailure('The person is empty: name an e-mail address, an account or another identifier.');
  const readings = guess.isCertain ? [guess] : [guess, ...guess.others];
  const read = (user_point_selector: string) =>
    getUserPoint({ ...options, path: { datamart_id, user_point_selector } });
  const { selector } = await findKnown(readings, read);
  return { ...options, path: { datamart_id, user_point_selector: selector } };
}

const shownAddresses =
  'E-mail addresses are shown as email_hash=…, unless the connection was made to show them; both find the person.';

export const showPerson = defineTool({
  name: 'show_person',
  title: 'Show a person',
  description:
    'Identifiers, profiles, choices of consent and segments of one person, at most 100 of each. ' + shownAddresses,
  input: Person,
  async run(input, subject) {
    const { path, ...options } = await findPerson(input, subject);
    return readPerson(path, options);
  },
});

export const explainPerson = defineTool({
  name: 'explain_person',
  title: 'Explain why identifiers are one person',
  description: 'The links between the identifiers of one person, oldest first: the cause of each, its id and its time.',
  input: Person,
  async run(input, subject) {
    return (await getUserPointIdentity(await findPerson(input, subject))).data.data;
  },
});

export const listActivities = defineTool({
  name: 'list_activities',
  title: 'List the activities of a person',
  description: 'The newest first, with their events. `before` continues after the last one that was returned.',
  input: Person.extend({
    limit: limit(20),
    before: z.string().max(256).optional().describe('The $id of an activity.'),
  }),
  async run({ limit: max_results, before, ...person }, subject) {
    const { data } = await listUserActivities({
      ...(await findPerson(person, subject)),
      query: { max_results, before },
    });
    return { total: data.total, activities: data.data };
  },
});

export const listFlagged = defineTool({
  name: 'list_flagged_people',
  title: 'List people who gain unusually many identifiers',
  description:
    'Ids of user points that gained more accounts, e-mails, agents or merges than usual, with the rule and the causes. ' +
    'explain_person says more of one.',
  input: z.object({ limit: limit(50) }),
  async run({ limit: max_results }, { client, datamart_id }) {
    const { data } = await listFlaggedPeople({ client, path: { datamart_id }, query: { max_results } });
    return { total: data.total, people: data.data };
  },
});

export const listRecent = defineTool({
  name: 'list_recent_people',
  title: 'List the people with the newest activities',
  description:
    'The people of the 1,000 activities that were stored last, the newest first, each with its id, at most 5 accounts, the ' +
    'number of its identifiers, the time of the last activity, and the name and e-mail address of its profiles. ' +
    `${shownAddresses} show_person says more of one.`,
  input: Purpose.extend({
    limit: limit(20),
    skip: z.int().min(0).max(1_000).default(0).describe('How many of the newest are left out, to read the next page.'),
  }),
  async run({ limit: max_results, skip: first_result, purpose }, { client, datamart_id }) {
    const query = { max_results, first_result };
    const options = { client, headers: purposeHeaders(purpose), path: { datamart_id }, query };
    const { data } = await listRecentPeople(options);
    return { total: data.total, people: data.data };
  },
});

export const listMembers = defineTool({
  name: 'list_segment_members',
  title: 'List the people in a segment',
  description:
    'The members of a segment, each as list_recent_people has it, with the times of its membership. `after` continues after the last one that was returned. ' +
    'describe_datamart lists the segments.',
  input: Purpose.extend({
    segment_id: numericId.describe('The id of a segment of this datamart.'),
    limit: limit(20),
    after: uuid.optional().describe('The user_point_id of a member.'),
  }),
  async run({ limit: max_results, after, purpose, segment_id }, { client, datamart_id }) {
    const path = { audience_segment_id: segment_id };
    const segment = (await getAudienceSegment({ client, path })).data.data;
    if (segment.datamart_id !== datamart_id)
      throw new ToolFailure(`The segment is in the datamart ${segment.datamart_id}.`);
    const query = { max_results, after };
    const { data } = await listSegmentMembers({ client, headers: purposeHeaders(purpose), path, query });
    return { total: data.total, people: data.data };
  },
});
