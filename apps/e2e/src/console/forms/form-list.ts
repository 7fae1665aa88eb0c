import type { Page } from 'playwright-core';

interface Form {
  /** Its file in the sources of the console. */
  file: string;
  /** The page that opens it: one of the names of `pagesOf`. */
  on: string;
  open: (page: Page) => Promise<unknown>;
  /** The texts at its fields when it is sent empty. */
  problems: string[];
}

const pressed = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const press = (name: string | RegExp) => (page: Page) => pressed(page, name);
const name = ['Name is needed'];

/** Every form of the console that has required fields. */
export const forms: readonly Form[] = [
  { file: 'access/keys/create-key.tsx', on: 'keys', open: press('Create a key'), problems: ['Key id is needed'] },
  { file: 'access/tokens/create-token.tsx', on: 'tokens', open: press('Create a token'), problems: name },
  { file: 'access/tokens/rename-token.tsx', on: 'tokens', open: press(/^Rename /), problems: name },
  { file: 'access/users/invite-user.tsx', on: 'users', open: press('Invite'), problems: ['E-mail is needed'] },
  {
    file: 'access/users/user-form.tsx',
    on: 'users',
    open: press('Add a user'),
    problems: ['First name is needed', 'Last name is needed', 'E-mail is needed'],
  },
  {
    file: 'analyzers/analyzer-form.tsx',
    on: 'analyzers',
    open: press('Create an analyzer'),
    problems: [...name, 'Plugin is needed'],
  },
  {
    file: 'analyzers/property-form.tsx',
    on: 'analyzer',
    open: (page) =>
      page.getByRole('table', { name: 'Properties' }).getByRole('button', { name: 'Edit' }).first().click(),
    problems: ['Value, JSON of the type STRING is needed'],
  },
  { file: 'channels/channel-form.tsx', on: 'channels', open: press('Create a channel'), problems: name },
  {
    file: 'collect-keys/collect-key-form.tsx',
    on: 'collect-keys',
    open: press('Create a collect key'),
    problems: name,
  },
  {
    file: 'compartments/compartment-form.tsx',
    on: 'compartments',
    open: press('Create a compartment'),
    problems: ['Id is needed', ...name],
  },
  {
    file: 'dashboards/registration/registration-form.tsx',
    on: 'dashboards',
    open: press('Create a dashboard'),
    problems: ['Title is needed'],
  },
  { file: 'events/event-type-form.tsx', on: 'events', open: press('Plan an event'), problems: name },
  {
    file: 'imports/new-import.page.tsx',
    on: 'import-new',
    open: (page) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'visits.ndjson', mimeType: '', buffer: Buffer.from('{"$type":"TOUCH"}') }),
    problems: name,
  },
  { file: 'imports/settings/edit-import.tsx', on: 'import', open: press('Edit'), problems: name },
  {
    file: 'live/send-activity-dialog.tsx',
    on: 'live',
    open: press('Send an activity'),
    problems: ['Type is needed', 'Identifier is needed'],
  },
  {
    file: 'organisations/community-form.tsx',
    on: 'organisations',
    open: press('Rename the community'),
    problems: name,
  },
  {
    file: 'organisations/datamart-form.tsx',
    on: 'organisations',
    open: press('Create a datamart'),
    problems: [
      ...name,
      'Accounts in 7 days is needed',
      'E-mails in 7 days is needed',
      'User agents in 2 days is needed',
      'Merges in 14 days is needed',
    ],
  },
  {
    file: 'organisations/organisation-form.tsx',
    on: 'organisations',
    open: press('Create an organisation'),
    problems: [...name, 'Technical name is needed'],
  },
  {
    file: 'people/associate-form.tsx',
    on: 'person-identifiers',
    open: press('Associate an identifier'),
    problems: ['Identifier is needed'],
  },
  {
    file: 'people/choices/choice-form.tsx',
    on: 'person-choices',
    open: press('Record a choice'),
    problems: ['Processing is needed', 'Choose one'],
  },
  {
    file: 'people/memberships/membership-form.tsx',
    on: 'person-segments',
    open: press('Add to a segment'),
    problems: ['Segment is needed'],
  },
  {
    file: 'people/profiles/new-profile.tsx',
    on: 'person-profiles',
    open: press('Add a profile'),
    problems: ['Compartment id is needed', 'Account id is needed'],
  },
  {
    file: 'plugins/plugin-form.tsx',
    on: 'plugins',
    open: press('Create a plugin'),
    problems: ['Group is needed', 'Artifact is needed'],
  },
  {
    file: 'plugins/throttlings/throttling-form.tsx',
    on: 'plugin-version',
    open: press('Add a throttling'),
    problems: ['Endpoint is needed'],
  },
  { file: 'plugins/version-form.tsx', on: 'plugin', open: press('Create a version'), problems: ['Version is needed'] },
  {
    file: 'plugins/workers/worker-form.tsx',
    on: 'plugin-version',
    open: press('Change the address'),
    problems: ['Address is needed'],
  },
  { file: 'processings/processing-form.tsx', on: 'processings', open: press('Create a processing'), problems: name },
  {
    file: 'reports/saved/saved-reports-dialog.tsx',
    on: 'reports',
    open: press('Saved'),
    problems: ['Name of this report is needed'],
  },
  { file: 'segments/segment-form.tsx', on: 'segments', open: press('Create a segment'), problems: name },
  {
    file: 'send/new-key.tsx',
    on: 'send',
    open: async (page) => {
      // One without a key.
      await pressed(page, 'Create a channel');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Without a key');
      await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Web page' }).click();
    },
    problems: ['Address of the page is needed'],
  },
  {
    file: 'warehouses/settings/credentials-form.tsx',
    on: 'warehouse',
    open: press('Set the credentials'),
    problems: ['Host is needed', 'Port is needed', 'User is needed', 'Password is needed'],
  },
  {
    file: 'warehouses/settings/warehouse-form.tsx',
    on: 'warehouses',
    open: press('Create a warehouse'),
    problems: name,
  },
];

/** Forms without a required field: a choice is always made in them, or they may stay as they are. */
export const formsWithoutRequired: readonly string[] = [
  'access/tokens/tab-token-button.tsx',
  'access/users/role-form.tsx',
  'people/dissociate-form.tsx',
  'people/profiles/profile-form.tsx',
  'warehouses/settings/datamart-link.tsx',
];
