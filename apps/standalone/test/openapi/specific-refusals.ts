import type { OpenApiClient } from './openapi-client.js';
import type { ExampleRequest } from './example-requests.js';

const unknownId = '999999999';

/** Breaks each rule of specific operations once; sent after all examples. */
export async function sendSpecificRefusals(client: OpenApiClient): Promise<void> {
  for (const request of duplicates(client)) await client.sendWithRetry(request);
  for (const request of await namesTakenByOthers(client)) await client.sendWithRetry(request);
  for (const request of mismatches(client)) await client.sendWithRetry(request);
  for (const request of await stateConflicts(client)) await client.sendWithRetry(request);
  for (const request of await analyzerConflicts(client)) await client.sendWithRetry(request);
}

/** Creates resources of the examples again, under their last names. */
const duplicates = (client: OpenApiClient): ExampleRequest[] => [
  client.with('createOrganisation', { technical_name: 'example_shops' }),
  client.with('createUser', { email: 'APP@example.com' }),
  client.with('createInvitation', { email: 'APP@example.com' }),
  client.with('createPlugin', { artifact_id: 'polisher' }),
  client.with('createPluginVersion', { version_id: '1.0.1' }),
  client.request('createUserRole'),
  client.request('createProcessingSelection'),
  client.with('createSavedReport', { name: 'Revenue, as a table' }),
  client.request('createMessageAuthenticationKey'),
  client.request('createCompartment'),
  client.with('createChannel', { id: client.known['channel_id'] }),
];

/** The examples were renamed, so other resources take their first names; renaming back must fail. */
async function namesTakenByOthers(client: OpenApiClient): Promise<ExampleRequest[]> {
  for (const operationId of [
    'createOrganisation',
    'createPlugin',
    'createPluginVersion',
    'createAudienceSegment',
    'createSavedReport',
  ])
    await client.succeed(client.request(operationId));
  await client.succeed(client.with('createUser', { email: 'collector@example.com' }));
  return [
    client.with('updateOrganisation', { technical_name: 'example_stores' }),
    client.with('updateUser', { email: 'collector@example.com' }),
    client.with('updatePlugin', { artifact_id: 'cleaner' }),
    client.with('updatePluginVersion', { version_id: '1.0.0' }),
    client.with('updateAudienceSegment', { technical_name: 'buyers' }),
    client.with('updateSavedReport', { name: 'Revenue per day' }),
  ];
}

/** Requests in which two parts name different resources. */
function mismatches(client: OpenApiClient): ExampleRequest[] {
  const query = { organisation_id: client.known['organisation_id'] ?? unknownId };
  return [
    client.with('putUserProfile', { $user_account_id: 'another account' }),
    client.with('putUserChoice', { $processing_id: 'another' }),
    client.with('createDataWarehouse', {}, { query }),
    client.with('putDataWarehouseDatamartConfig', { data_warehouse_id: unknownId }),
    client.with('createAudienceSegment', {}, { query }),
    client.with('createDashboard', {}, { query }),
    client.with('updateDashboard', {}, { query }),
    client.with('createThrottling', { plugin_version_id: unknownId }),
    client.with('updateSite', { type: 'CTV' }),
    client.with('updateMobileApplication', { type: 'CTV' }),
    client.with('updateCtv', { type: 'SITE' }),
  ];
}

const tooManyIdentifiers = Array.from({ length: 101 }, (_, n) => ({ type: 'USER_AGENT', user_agent_id: `many-${n}` }));

/** Requests that the current state does not allow. */
async function stateConflicts(client: OpenApiClient): Promise<ExampleRequest[]> {
  const firstAdmin = { path: { user_id: '1', user_role_id: '1' } };
  const { text } = await client.succeed(client.with('createDataWarehouse', { name: 'without credentials' }));
  const { data } = JSON.parse(text) as { data: { id: string } };
  const project = await client.succeed(
    client.with('createDataWarehouse', { name: 'a project', engine_type: 'BIG_QUERY' }),
  );
  const ofProject = (JSON.parse(project.text) as { data: { id: string } }).data.id;
  const key = { type: 'service_account', project_id: 'acme', client_email: 'a@b.example', private_key: 'no key' };
  const unknown = { query: { processing_id: unknownId } };
  return [
    { ...client.request('previewProcessingSelection'), ...unknown },
    client.request('actOnDocumentImportExecution'),
    client.request('deleteProcessing'),
    client.with('refreshDataWarehouseMetadata', {}, { path: { datawarehouse_id: data.id } }),
    client.with('testDataWarehouseCredentials', key, { path: { datawarehouse_id: ofProject } }),
    client.with('updateUserRole', {}, firstAdmin),
    { ...client.request('deleteUserRole'), ...firstAdmin },
    { ...client.request('deleteUser'), ...firstAdmin },
    { ...client.request('revokeApiToken'), path: { user_id: '1', api_token_id: '1' } },
    client.with('updateUser', { type: 'SERVICE' }),
    client.with('createInvitation', { email: 'grace@example.com', role: 'READER' }),
    client.with('updateCompartment', { archived: true }),
    client.request('deleteCompartment'),
    client.with('associateUserIdentifiers', { identifiers: tooManyIdentifiers }),
    { ...client.request('putDashboardContent'), headers: { 'content-type': 'application/json', 'if-match': '"0"' } },
  ];
}

/** Most configuration files of an analyzer. */
const maxFiles = 100;

/** Requests about the analyzer of the examples, which a channel has selected. */
async function analyzerConflicts(client: OpenApiClient): Promise<ExampleRequest[]> {
  const { version_id = '', analyzer_id = '' } = client.known;
  const fixed = { technical_name: 'provider', property_type: 'STRING', value: { value: 'acme' }, writable: false };
  await client.succeed(
    client.with('createPluginVersion', { version_id: 'fixed', plugin_properties: [fixed] }),
    'version_id',
  );
  await client.succeed(client.request('createActivityAnalyzer'), 'analyzer_id');
  const notWritable = names.map((name) => client.request(`put${name}Property`));
  for (let file = 0; file < maxFiles; file++) await client.succeed(fileNamed(client, 'ActivityAnalyzer', `f${file}`));
  const tooMany = names.map((name) => fileNamed(client, name, 'one_more'));
  Object.assign(client.known, { version_id, analyzer_id });
  return [
    ...names.map((name) => fileNamed(client, name, 'a\u202eb')),
    ...notWritable,
    ...tooMany,
    ...names.map((name) => client.with(`create${name}`, { artifact_id: 'another' })),
    ...names.map((name) => client.with(`update${name}`, { version_id: unknownId })),
    ...names.map((name) => client.request(`delete${name}`)),
    client.request('createChannelVisitAnalyzerSelection'),
    client.with('putChannelVisitAnalyzerSelections', {
      selections: [{ visit_analyzer_model_id: analyzer_id }, { visit_analyzer_model_id: analyzer_id }],
    }),
  ];
}

/** The two names of an analyzer, in the ids of operations. */
const names = ['ActivityAnalyzer', 'VisitAnalyzerModel'] as const;

function fileNamed(client: OpenApiClient, name: (typeof names)[number], technical_name: string): ExampleRequest {
  const request = client.request(`put${name}File`);
  return { ...request, path: { ...request.path, technical_name } };
}
