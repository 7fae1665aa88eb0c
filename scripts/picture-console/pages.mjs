// Every page of the console with what is on it, as fillProduct leaves it.
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
  const users = await client.get('/users?organisation_id=1&max_results=500');
  const ada = users.find(({ first_name }) => first_name === 'Ada').id;
  const warehouses = await client.get('/datawarehouses?organisation_id=1');
  return [
    { name: 'sign-in', path: '/sign-in', signedOut: true },
    { name: 'first-run', path: '/d/2' },
    ...dataPages(visits, execution.id),
    ...insightPages(glance),
    ...configurationPages(warehouses.find(({ name }) => name === 'Sales')?.id),
    ...administrationPages(ada),
    ofDatamart('search', '/segments', { act: (page) => page.keyboard.press('Control+K').then(() => pause(page)) }),
  ];
}

const dataPages = (visits, execution) => [
  ofDatamart('home', ''),
  ofDatamart('live', '/live', { act: showActivities }),
  ofDatamart('live-activity', '/live', { act: openActivity }),
  ofDatamart('live-refused', '/live?tab=refused', { act: showActivities }),
  ofDatamart('people', '/people'),
  ofDatamart('person', `/people/${person}`),
  ...['identifiers', 'profiles', 'choices', 'segments'].map((tab) =>
    ofDatamart(`person-${tab}`, `/people/${person}?tab=${tab}`),
  ),
  ofDatamart('segments', '/segments'),
  ofDatamart('segment', '/segments/1'),
  ofDatamart('imports', '/imports'),
  ofDatamart('import-new', '/imports/new', { act: chooseFile }),
  ofDatamart('import', `/imports/${visits}`),
  ofDatamart('execution', `/imports/${visits}/${execution}`),
];

const insightPages = (glance) => [
  ofDatamart('reports', `/reports${report}`),
  ofDatamart('report-chart', `/reports${report}&view=Line`, { act: scrollToChart }),
  ofDatamart('dashboards', '/dashboards'),
  ofDatamart('dashboard', `/dashboards/${glance}`),
  ofDatamart('dashboard-edit', `/dashboards/${glance}/edit`),
  ofDatamart('platform', '/platform'),
];

const configurationPages = (warehouse) => [
  ofDatamart('warehouses', '/warehouses'),
  ...(warehouse ? [ofDatamart('warehouse', `/warehouses/${warehouse}`)] : []),
  ofDatamart('channels', '/channels'),
  ofDatamart('channel', '/channels/1'),
  ofDatamart('compartments', '/compartments'),
  ofDatamart('processings', '/processings'),
  ofDatamart('analyzers', '/analyzers'),
  ofDatamart('analyzer', '/analyzers/1'),
];

const administrationPages = (user) => [
  ofDatamart('plugins', '/plugins'),
  ofDatamart('plugin', '/plugins/1'),
  ofDatamart('plugin-version', '/plugins/1/2'),
  ofDatamart('users', '/access/users'),
  ofDatamart('user', `/access/users/${user}`),
  ofDatamart('tokens', '/access/tokens'),
  ofDatamart('keys', '/access/keys'),
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

async function openActivity(page, target) {
  await showActivities(page, target);
  await page.getByRole('row').nth(2).getByRole('button').first().click();
  await page.getByRole('dialog').waitFor();
  await pause(page);
}

async function chooseFile(page) {
  const lines = Array.from({ length: 400 }, (_, index) => JSON.stringify(visitOf(index)));
  lines[4] = '{"$type":';
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'visits.ndjson', mimeType: '', buffer });
  await page.getByRole('region', { name: 'Check of the first lines' }).waitFor();
  await pause(page);
}

async function scrollToChart(page) {
  await page.locator('canvas, svg[role=img], [role=img]').last().scrollIntoViewIfNeeded();
  await pause(page);
}
