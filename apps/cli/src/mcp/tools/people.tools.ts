import { listUserActivities } from '@tributary/client/generated/sdk.gen';
import { z } from 'zod';
import { findPerson } from '../../people/find-person.js';
import { readPerson } from '../../people/show-person.js';
import { defineTool, limit } from './tool.js';

const person = z
  .string()
  .min(1)
  .max(1_000)
  .describe(
    'An e-mail address, an account as compartment/account, a user agent id, the id of the user point, or a selector as ' +
      'email_hash=….',
  );

export const showPerson = defineTool({
  name: 'show_person',
  title: 'Show a person',
  description:
    'Identifiers, profiles, choices of consent and segments of one person. E-mail addresses are shown as email_hash=…, which ' +
    'finds the person too.',
  input: z.object({ person }),
  async run({ person: text }, { datamart_id }) {
    const user_point_selector = await findPerson({ datamart_id, text, isPrinted: false });
    return readPerson({ datamart_id, user_point_selector });
  },
});

export const listActivities = defineTool({
  name: 'list_activities',
  title: 'List the activities of a person',
  description: 'The newest first, with their events. `before` continues after the last one that was returned.',
  input: z.object({
    person,
    limit: limit(20),
    before: z.string().max(256).optional().describe('The $id of an activity.'),
  }),
  async run({ person: text, limit: max_results, before }, { datamart_id }) {
    const user_point_selector = await findPerson({ datamart_id, text, isPrinted: false });
    const query = { max_results, ...(before !== undefined && { before }) };
    const { data } = await listUserActivities({ path: { datamart_id, user_point_selector }, query });
    return { total: data.total, activities: data.data };
  },
});
