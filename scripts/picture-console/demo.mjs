// Demo data of every kind, so that no page is empty.
import { completeExample } from '../../libs/dashboards/test/complete-example.ts';
import { clientOf } from './client.mjs';
import { dashboardContent } from './dashboard-content.mjs';
import { earlierVisits, visitsOfAna } from './demo-visits.mjs';

const person = 'compartment_id=default,user_account_id=demo-7';

/** @param target url and token of a fresh product, and credentials of a PostgreSQL server if there is one */
export async function fillProduct(target, openBrowser) {
  const client = clientOf(target);
  await client.put('/datamarts/1', { name: 'Example Stores', time_zone: 'Europe/Paris' });
  await importLines(client, 'Visits of last month', 'USER_ACTIVITY', toLines(earlierVisits(Date.now())));
  await addTenants(client);
  const processings = await addConsent(client);
  await addPlugin(client);
  await addSegments(client);
  await addPerson(client, processings);
  await importWithFailures(client);
  await addDashboards(client);
  await addUsers(client);
  if (target.credentials) await addWarehouses(client, target.credentials);
  // The last: it makes segments and imports, and those above count from 1.
  await loadDemoData(target, openBrowser);
}

/** The button of the page Send data: activities of 14 days, on several channels and devices, some with a purchase. */
async function loadDemoData({ url, token }, openBrowser) {
  const { browser, page } = await openBrowser();
  await page.goto(`${url}/d/1/send#token=${encodeURIComponent(token)}`);
  await page.getByRole('button', { name: 'Load demo data' }).click();
  await page.getByText('activities are loaded').waitFor({ timeout: 60_000 });
  await browser.close();
}

async function addTenants(client) {
  await client.post('/datamarts', { name: 'Magazine', organisation_id: '1', time_zone: 'Europe/Lisbon' });
  const organisation = { name: 'Example Outlet', technical_name: 'example_outlet', community_id: '1' };
  const { id } = await client.post('/organisations', organisation);
  await client.post('/datamarts', { name: 'Outlet', organisation_id: id, time_zone: 'America/New_York' });
  await client.post('/datamarts/1/compartments', { compartment_id: 'loyalty', name: 'Loyalty cards' });
  await client.post('/datamarts/1/compartments', { compartment_id: 'crm', name: 'CRM contacts' });
}

async function addConsent(client) {
  const add = (name, purpose, legal_basis) =>
    client.post('/processings', { community_id: '1', name, purpose, legal_basis });
  const personalisation = await add('Personalisation', 'Shows people what fits them.', 'CONSENT');
  const measurement = await add('Audience measurement', 'Counts visits of the sites.', 'LEGITIMATE_INTEREST');
  const channel = await client.post('/datamarts/1/channels', {
    type: 'SITE',
    name: 'Shop',
    domain: 'shop.example.com',
  });
  await client.post('/datamarts/1/channels', { type: 'SITE', name: 'Blog', domain: 'blog.example.com' });
  await client.post('/datamarts/1/channels', { type: 'MOBILE_APPLICATION', name: 'Shop app' });
  for (const { id } of [personalisation, measurement])
    await client.post(`/channels/${channel.id}/processing_selections`, { processing_id: id });
  return [personalisation, measurement];
}

async function addPlugin(client) {
  const plugin = { organisation_id: '1', plugin_type: 'ACTIVITY_ANALYZER', group_id: 'com.example' };
  const { id } = await client.post('/plugins', { ...plugin, artifact_id: 'products' });
  const properties = [{ technical_name: 'event_name', property_type: 'STRING', value: { value: '$page_view' } }];
  const version = { plugin_properties: properties, max_qps: 50 };
  await client.post(`/plugins/${id}/versions`, { ...version, version_id: '0.9.0' });
  const { id: version_id } = await client.post(`/plugins/${id}/versions`, { ...version, version_id: '1.0.0' });
  const latest = `/plugins/${id}/versions/${version_id}`;
  await client.put(`${latest}/worker`, { url: 'http://127.0.0.1:8301' });
  const limit = { plugin_endpoint: '/v1/activity_analysis', timeout_ms: 2_000, plugin_version_id: version_id };
  await client.post(`${latest}/throttlings`, { ...limit, scope: 'GLOBAL', max_qps: 50, max_concurrency: 8 });
  await client.post(`${latest}/throttlings`, { ...limit, scope: 'DATAMART', throttling_key: '1', max_qps: 0.5 });
  const analyzer = { name: 'Product pages', version_id, error_recovery_strategy: 'STORE_WITH_ERROR_ID' };
  const { id: analyzer_id } = await client.post('/activity_analyzers?organisation_id=1', analyzer);
  await client.post('/channels/2/visit_analyzer_models', { visit_analyzer_model_id: analyzer_id });
}

async function addSegments(client) {
  const add = (name, technical_name, more) =>
    client.post('/audience_segments', {
      organisation_id: '1',
      datamart_id: '1',
      type: 'USER_LIST',
      name,
      technical_name,
      ...more,
    });
  const monthMs = 30 * 86_400_000;
  await add('Buyers', 'buyers', { short_description: 'Bought within the last 30 days', default_ttl: monthMs });
  await add('Magazine readers', 'magazine_readers', { short_description: 'Read three articles a week' });
  await add('Autumn campaign', 'autumn', { paused: true });
  const lines = Array.from({ length: 60 }, (_, index) => ({
    operation: 'UPDATE',
    user_account_id: `demo-${index * 3 + 1}`,
    segment_id: index % 3 === 0 ? '2' : '1',
    data_bag: { level: index % 4 },
  }));
  await importLines(client, 'Segments of the CRM', 'USER_SEGMENT', toLines(lines));
}

async function addPerson(client, processings) {
  await importLines(client, 'Visits of one person', 'USER_ACTIVITY', toLines(visitsOfAna(Date.now())));
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const point = `/datamarts/1/user_points/${person}`;
  await client.put(`${point}/user_profiles/compartment_id=default/user_account_id=demo-7`, {
    first_name: 'Ana',
    address: { city: 'Paris', zip: '75011' },
    interests: ['lamps', 'tea'],
  });
  const [first, second] = processings;
  const choose = ({ id }, $choice_acceptance_value, daysAgo) =>
    client.put(`${point}/user_choices/processing_id=${id}`, {
      $choice_ts: Date.now() - daysAgo * 86_400_000,
      $choice_acceptance_value,
    });
  await choose(first, false, 40);
  await choose(first, true, 3);
  await choose(second, true, 40);
  await client.put(`${point}/user_segments/1`, { expiration_duration: 10_080, data_bag: { level: 3 } });
}

const toLines = (values) => values.map((value) => JSON.stringify(value));

/** Some lines are wrong, in three ways. */
async function importWithFailures(client) {
  const lines = Array.from({ length: 500 }, (_, index) => {
    if (index % 90 === 11) return '{"$type":"SITE_VISIT",';
    const agent = index % 70 === 23 ? 'null' : `web:demo:import-${index % 140}`;
    const visit = {
      $site_id: 'demo-magazine',
      $user_agent_info: { $form_factor: 'TABLET' },
      $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: agent }],
    };
    return JSON.stringify(
      index % 150 === 42 ? visit : { $type: 'SITE_VISIT', $ts: Date.now() - index * 40 * 60_000, ...visit },
    );
  });
  await importLines(client, 'Visits of the magazine', 'USER_ACTIVITY', lines);
}

async function importLines(client, name, document_type, lines) {
  const settings = { name, document_type, mime_type: 'APPLICATION_X_NDJSON', encoding: 'utf-8' };
  const { id } = await client.post('/datamarts/1/document_imports', settings);
  const executions = `/datamarts/1/document_imports/${id}/executions`;
  const { id: execution_id } = await client.upload(executions, lines.join('\n'));
  for (let seconds = 0; seconds < 30; seconds++) {
    const { status } = await client.get(`${executions}/${execution_id}`);
    if (status === 'SUCCEEDED') return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error(`the import ${name} does not end`);
}

async function addDashboards(client) {
  const add = (title, scopes, more) =>
    client.post('/dashboards', {
      title,
      scopes,
      segment_ids: [],
      builder_ids: [],
      archived: false,
      community_id: '1',
      organisation_id: '1',
      ...more,
    });
  const visits = await add('Visits of our shops', ['home', 'segments']);
  const glance = await add('Shops at a glance', []);
  await add('Autumn campaign', ['segments'], { segment_ids: ['3'] });
  for (const [{ id }, content] of [
    [visits, completeExample],
    [glance, dashboardContent],
  ])
    await client.put(`/dashboards/${id}/content?organisation_id=1`, content);
}

async function addUsers(client) {
  const person = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', organisation_id: '1' };
  const { id } = await client.post('/users', person);
  await client.post(`/users/${id}/user_roles`, { organisation_id: '1', role: 'EDITOR' });
  await client.post(`/users/${id}/api_tokens`, { name: 'Notebook' });
  const service = await client.post('/users', { type: 'SERVICE', display_name: 'Shop app', organisation_id: '1' });
  await client.post(`/users/${service.id}/user_roles`, { organisation_id: '1', role: 'READER' });
  await client.post(`/users/${service.id}/api_tokens`, { name: 'Nightly export' });
  await addKeys(client, service.id, ['shop-app-ios']);
  const me = await client.get('/connected_user');
  await addKeys(client, me.id, ['checkout-server', 'newsletter-server']);
  for (const name of ['Laptop', 'Weekly report']) await client.post(`/users/${me.id}/api_tokens`, { name });
}

async function addKeys(client, user_id, key_ids) {
  for (const key_id of key_ids)
    await client.post(`/users/${user_id}/message_authentication_keys`, { scheme: 'HMAC_SHA256', key_id });
}

async function addWarehouses(client, credentials) {
  const warehouse = { description: 'Orders since 2019', location: 'eu-west-1', engine_type: 'POSTGRES' };
  const { id } = await client.post('/datawarehouses', { ...warehouse, name: 'Sales', organisation_id: '1' });
  await client.put(`/datawarehouses/${id}/credentials`, credentials);
  await client.post(`/datawarehouses/${id}/metadata`, { fetch_only: false });
  const link = { datamart_id: '1', data_warehouse_id: id, working_schema_name: 'tributary' };
  await client.put(`/datamarts/1/datawarehouses/${id}/config`, link);
  const archive = { ...warehouse, name: 'Archive', description: '', engine_type: 'BIG_QUERY', organisation_id: '1' };
  await client.post('/datawarehouses', archive);
}
