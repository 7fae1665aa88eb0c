import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing/eventually';
import type { Client, Resource } from '../client/client.js';
import { newTenant, type Tenant } from '../client/tenant.js';
import { sampleDashboard, type Write } from './sample-dashboard.js';

/** Ids of one resource of each kind, in a datamart of its own. */
export interface UpgradedSample extends Tenant {
  channel: string;
  segment: string;
  dashboard: string;
  import: string;
  execution: string;
  warehouse: string;
  plugin: string;
  version: string;
  analyzer: string;
  user: string;
  person: string;
  account: string;
}

/** Also what later versions have pages for. */
export interface Sample extends UpgradedSample {
  activity: string;
}

/** Stores one resource of each kind, all texts written by `write`. */
export async function storeSample(admin: Client, write: Write): Promise<Sample> {
  const sample = await storeUpgradedSample(admin, write);
  await admin.post(`/datamarts/${sample.datamart_id}/collect_keys`, {
    name: write('collect key'),
    channel_id: sample.channel,
    allowed_origins: ['https://shop.example'],
  });
  const stored = await admin.list<{ $id: string }>(
    `/datamarts/${sample.datamart_id}/user_points/${sample.person}/user_activities`,
  );
  return { ...sample, activity: stored[0]?.$id ?? '' };
}

/** Stores one resource of each kind that the oldest version of the upgrade suite has, all texts written by `write`. */
export async function storeUpgradedSample(admin: Client, write: Write): Promise<UpgradedSample> {
  const tenant = await newTenant(admin);
  const { organisation_id, datamart_id } = tenant;
  await admin.put(`/organisations/${organisation_id}`, {
    name: write('organisation'),
    technical_name: `all-${randomUUID()}`,
  });
  await admin.put(`/datamarts/${datamart_id}`, { name: write('datamart') });
  const configured = await storeConfiguration(admin, tenant, write);
  const person = await storePerson(admin, tenant, configured, write);
  const [plugins, user, imported, dashboard] = await Promise.all([
    storePlugin(admin, tenant, configured.channel, write),
    storeUser(admin, tenant, write),
    storeImport(admin, tenant, write),
    storeDashboard(admin, tenant, configured.segment, write),
  ]);
  return { ...tenant, ...configured, ...person, ...plugins, ...imported, user, dashboard };
}

async function storeConfiguration(admin: Client, { organisation_id, datamart_id }: Tenant, write: Write) {
  const channel = await admin.post(`/datamarts/${datamart_id}/channels`, {
    name: write('channel'),
    type: 'SITE',
    domain: write('domain'),
  });
  const processing = await admin.post('/processings', {
    community_id: '1',
    name: write('processing'),
    purpose: write('purpose'),
    legal_basis: 'CONSENT',
    technical_name: write('processing technical name'),
  });
  await admin.post(`/channels/${channel.id}/processing_selections`, { processing_id: processing.id });
  await admin.post(`/datamarts/${datamart_id}/compartments`, { compartment_id: 'all', name: write('compartment') });
  const segment = await admin.post('/audience_segments', {
    organisation_id,
    datamart_id,
    type: 'USER_LIST',
    name: write('segment'),
    technical_name: write('segment technical name'),
    short_description: write('description'),
  });
  const warehouse = await admin.post('/datawarehouses', {
    organisation_id,
    name: write('warehouse'),
    description: write('warehouse description'),
    location: write('location'),
    engine_type: 'POSTGRES',
  });
  await admin.put(`/datamarts/${datamart_id}/datawarehouses/${warehouse.id}/config`, {
    datamart_id,
    data_warehouse_id: warehouse.id,
    working_schema_name: 'public',
  });
  return { channel: channel.id, processing: processing.id, segment: segment.id, warehouse: warehouse.id };
}

interface Configured {
  channel: string;
  processing: string;
  segment: string;
}

async function storePerson(admin: Client, { datamart_id }: Tenant, configured: Configured, write: Write) {
  const datamart = `/datamarts/${datamart_id}`;
  const account = write('account');
  const { user_point_id } = await eventually(() =>
    admin.post<{ user_point_id: string }>(`${datamart}/user_identifiers_association_declarations`, {
      identifiers: [
        { type: 'USER_ACCOUNT', user_account_id: account },
        { type: 'USER_AGENT', user_agent_id: `web:all:${randomUUID()}` },
        { type: 'USER_EMAIL', email: `${randomUUID()}@example.com` },
      ],
    }),
  );
  const person = `${datamart}/user_points/${user_point_id}`;
  const profile = `compartment_id=default/user_account_id=${encodeURIComponent(account)}`;
  await admin.put(`${person}/user_profiles/${profile}`, { [write('property')]: write('profile', 'long') });
  await admin.put(`${person}/user_choices/processing_id=${configured.processing}`, {
    $choice_ts: Date.now(),
    $choice_acceptance_value: true,
    [write('choice')]: write('choice value', 'long'),
  });
  // After the choice: the channel asks for consent.
  await sendActivities(admin, datamart_id, anActivity(account, configured.channel, write), 5);
  await eventually(() =>
    admin.put(`${person}/user_segments/${configured.segment}`, { data_bag: { [write('bag')]: write('data bag') } }),
  );
  await eventually(async () => {
    if ((await admin.list(`${person}/user_activities`)).length === 0) throw new Error('No activity is stored yet');
  });
  return { person: user_point_id, account };
}

function anActivity(account: string, channel: string, write: Write) {
  return {
    $type: write('type'),
    $site_id: channel,
    $session_status: 'NO_SESSION',
    $user_identifiers: [{ $type: 'USER_ACCOUNT', $user_account_id: account }],
    $user_agent_info: { $form_factor: write('form factor'), $brand: write('brand'), $os_family: write('os') },
    $location: { $country: write('country'), $city: write('city') },
    [write('key')]: write('value', 'long'),
    $events: [
      {
        $event_name: write('event'),
        $properties: { [write('event key')]: write('event value'), $items: [{ $id: write('item'), $price: 12 }] },
      },
    ],
  };
}

/** Sends it `count` times in requests of 500 lines. The last line of each is refused if it is not an activity. */
export async function sendActivities(admin: Client, datamart_id: string, activity: object, count: number) {
  const ndjson = { 'content-type': 'application/x-ndjson' };
  for (let sent = 0; sent < count; sent += 500) {
    const lines = Array.from({ length: Math.min(500, count - sent) }, () => JSON.stringify(activity));
    await admin.post(`/datamarts/${datamart_id}/user_activities`, lines.join('\n'), ndjson);
  }
}

async function storePlugin(admin: Client, { organisation_id, datamart_id }: Tenant, channel: string, write: Write) {
  const plugin = await admin.post('/plugins', {
    organisation_id,
    plugin_type: 'ACTIVITY_ANALYZER',
    group_id: write('group'),
    artifact_id: `${randomUUID()} ${write('artifact')}`,
  });
  const property = { technical_name: write('property name'), property_type: 'STRING' };
  const version = await admin.post(`/plugins/${plugin.id}/versions`, {
    version_id: write('version'),
    plugin_properties: [
      { ...property, value: { value: write('property value', 'long') }, origin: 'PLUGIN', writable: true },
    ],
  });
  const path = `/plugins/${plugin.id}/versions/${version.id}`;
  await admin.put(`${path}/worker`, { url: 'http://127.0.0.1:1' });
  await admin.post(`${path}/throttlings`, {
    plugin_version_id: version.id,
    plugin_endpoint: '/v1/activity_analysis',
    scope: 'DATAMART',
    throttling_key: datamart_id,
    max_qps: 5,
  });
  const analyzer = await admin.post(`/activity_analyzers?organisation_id=${organisation_id}`, {
    name: write('analyzer'),
    version_id: version.id,
    error_recovery_strategy: 'STORE_WITH_ERROR_ID',
  });
  await admin.post(`/channels/${channel}/visit_analyzer_models`, { visit_analyzer_model_id: analyzer.id });
  return { plugin: plugin.id, version: version.id, analyzer: analyzer.id };
}

async function storeUser(admin: Client, { organisation_id }: Tenant, write: Write): Promise<string> {
  const { id } = await admin.post('/users', {
    first_name: write('first name'),
    last_name: write('last name'),
    display_name: write('display name'),
    email: `${randomUUID()}@example.com`,
    organisation_id,
  });
  await admin.post(`/users/${id}/user_roles`, { organisation_id, role: 'READER' });
  await admin.post(`/users/${id}/api_tokens`, { name: write('token') });
  await admin.post(`/users/${id}/message_authentication_keys`, { key_id: randomUUID(), scheme: 'HMAC_SHA256' });
  return id;
}

/** A file with a line of each kind of mistake. */
async function storeImport(admin: Client, { datamart_id }: Tenant, write: Write) {
  const imports = `/datamarts/${datamart_id}/document_imports`;
  const kind = { document_type: 'USER_ACTIVITY', mime_type: 'APPLICATION_X_NDJSON' };
  const { id } = await admin.post(imports, { ...kind, name: write('import') });
  const lines = [
    write('line'),
    JSON.stringify({ $type: write('line type'), $user_account_id: write('line account') }),
    JSON.stringify({ $type: write('line type'), $ts: write('line ts'), $user_account_id: 'a' }),
  ];
  const form = new FormData();
  form.append('file', new Blob([lines.join('\n')], { type: 'application/x-ndjson' }), write('file'));
  const address = `${admin.url}/v1${imports}/${id}/executions`;
  // Until import-worker knows a new datamart it answers 503, which creates nothing.
  const response = await admin.withRetries(() =>
    fetch(address, { method: 'POST', headers: { authorization: admin.token }, body: form }),
  );
  const { data } = (await response.json()) as { data: Resource };
  await eventually(async () => {
    const { status } = await admin.get(`${imports}/${id}/executions/${data.id}`);
    if (status !== 'SUCCEEDED') throw new Error(`The import is ${String(status)}`);
  });
  return { import: id, execution: data.id };
}

async function storeDashboard(admin: Client, { organisation_id }: Tenant, segment: string, write: Write) {
  const dashboard = await admin.post('/dashboards', {
    title: write('dashboard'),
    scopes: ['home', 'segments'],
    segment_ids: [segment],
    builder_ids: [],
    community_id: '1',
    organisation_id,
  });
  const content = `/dashboards/${dashboard.id}/content?organisation_id=${organisation_id}`;
  await admin.put(content, sampleDashboard(write));
  return dashboard.id;
}
