// The pages of the console that documents show, with what is on them, as fillProduct leaves it.
import { clientOf } from './client.mjs';

const person = 'compartment_id=default,user_account_id=demo-7';
const ofDatamart = (name, path, more) => ({ name, path: `/d/1${path}`, ...more });
const report = '?metrics=sessions,users,revenue&dimensions=date_yyyy_mm_dd&from=now-30d%2Fd';

/** Pages with ids that the data determines. */
export async function pages(target) {
  const client = clientOf(target);
  const imports = await client.get('/datamarts/1/document_imports?max_results=500');
  const visits = imports.find(({ name }) => name === 'Visits of the magazine').id;
  const [execution] = await client.get(`/datamarts/1/document_imports/${visits}/executions`);
  const dashboards = await client.get('/dashboards?organisation_id=1');
  const glance = dashboards.find(({ title }) => title === 'Shops at a glance').id;
  const warehouses = await client.get('/datawarehouses?organisation_id=1');
  return [
    { name: 'sign-in', path: '/sign-in', signedOut: true },
    { name: 'first-run', path: '/d/2' },
    ...dataPages(`${visits}/${execution.id}`),
    ...insightPages(glance),
    ...configurationPages(warehouses.find(({ name }) => name === 'Sales')?.id),
    ofDatamart('search', '/segments', { act: (page) => page.keyboard.press('Control+K').then(() => pause(page)) }),
  ];
}

const dataPages = (execution) => [
  ofDatamart('home', ''),
  ofDatamart('send', '/send', { act: showSnippet }),
  ofDatamart('live', '/live', { act: showActivities }),
  ofDatamart('live-refused', '/live?tab=refused', { act: showActivities }),
  ofDatamart('person', `/people/${person}`),
  ofDatamart('person-choices', `/people/${person}?tab=choices`),
  ofDatamart('segment', '/segments/1'),
  ofDatamart('import-new', '/imports/new', { act: chooseFile }),
  ofDatamart('execution', `/imports/${execution}`),
];

const insightPages = (glance) => [
  ofDatamart('reports', `/reports${report}`),
  ofDatamart('dashboard', `/dashboards/${glance}`),
  ofDatamart('dashboard-edit', `/dashboards/${glance}/edit`),
  ofDatamart('platform', '/platform'),
];

const configurationPages = (warehouse) => [
  ...(warehouse ? [ofDatamart('warehouse', `/warehouses/${warehouse}`)] : []),
  ofDatamart('channel', '/channels/1'),
  ofDatamart('plugin-version', '/plugins/1/2'),
  ofDatamart('tokens', '/access/tokens'),
  { name: 'organisations', path: '/organisations' },
];

const pause = (page) => page.waitForTimeout(600);

const events = ['$page_view', '$item_view', '$basket_view', '$transaction_confirmed'];
const visitOf = (index) => ({
  $type: index % 4 === 3 ? 'APP_VISIT' : 'SITE_VISIT',
  ...(index % 4 === 3 ? { $app_id: 'demo-app' } : { $site_id: 'demo-shop' }),
  $user_identifiers: [
    { $type: 'USER_AGENT', $user_agent_id: `web:demo:live-${index}` },
    ...(index % 3 === 0 ? [{ $type: 'USER_ACCOUNT', $user_account_id: `demo-${index}` }] : []),
  ],
  $events: events.slice(0, 1 + (index % 4)).map(($event_name) => ({ $event_name, $properties: { path: '/lamp' } })),
});

/** Makes a key if the newest channel of the chosen type has none. */
async function showSnippet(page) {
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: /^Shop \(/ }).click();
  await page.getByRole('tab', { name: 'Web page' }).click();
  const make = page.getByRole('button', { name: 'Make a key' });
  await make.or(page.getByText('is public')).first().waitFor();
  if (await make.isVisible()) await make.click();
  await page.getByText('is public').waitFor();
  await pause(page);
}

async function showActivities(page, target) {
  const client = clientOf(target);
  await page.getByText('Connected', { exact: true }).waitFor();
  for (let index = 0; index < 14; index++) {
    await client.post('/datamarts/1/user_activities', visitOf(index));
    if (index % 6 === 5) await sendRefused(client, index);
    await page.waitForTimeout(60);
  }
  await pause(page);
}

const sendRefused = (client, index) =>
  client
    .post('/datamarts/1/user_activities', index === 5 ? { $type: 'SITE_VISIT' } : { ...visitOf(1), $ts: 'yesterday' })
    .catch(() => undefined);

async function chooseFile(page) {
  const lines = Array.from({ length: 400 }, (_, index) => JSON.stringify(visitOf(index)));
  lines[4] = '{"$type":';
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'visits.ndjson', mimeType: '', buffer });
  await page.getByRole('region', { name: 'Check of the first lines' }).waitFor();
  await pause(page);
}
