import type { DescribedClient } from './described-client.js';
import type { DescribedRequest } from './described-requests.js';

const nothing = '999999999';

/** Rules that only some operations have, each broken once, after all examples were sent. */
export async function sendSpecificRefusals(client: DescribedClient): Promise<void> {
  for (const request of taken(client)) await client.sendPatiently(request);
  for (const request of await takenByAnother(client)) await client.sendPatiently(request);
  for (const request of mismatches(client)) await client.sendPatiently(request);
  for (const request of await outOfTurn(client)) await client.sendPatiently(request);
}

/** What the examples have made, under the name that they gave it last, cannot be made again. */
const taken = (client: DescribedClient): DescribedRequest[] => [
  client.with('createOrganisation', { technical_name: 'example_shops' }),
  client.with('createUser', { email: 'APP@example.com' }),
  client.with('createPlugin', { artifact_id: 'polisher' }),
  client.with('createPluginVersion', { version_id: '1.0.1' }),
  client.request('createUserRole'),
  client.request('createMessageAuthenticationKey'),
];

/** The names of the examples are free by now: somebody else takes them, and they cannot be gone back to. */
async function takenByAnother(client: DescribedClient): Promise<DescribedRequest[]> {
  for (const operationId of ['createOrganisation', 'createUser', 'createPlugin', 'createPluginVersion'])
    await client.succeed(client.request(operationId));
  return [
    client.with('updateOrganisation', { technical_name: 'example_stores' }),
    client.with('updateUser', { email: 'collector@example.com' }),
    client.with('updatePlugin', { artifact_id: 'cleaner' }),
    client.with('updatePluginVersion', { version_id: '1.0.0' }),
  ];
}

/** Two places of a request that name different things. */
function mismatches(client: DescribedClient): DescribedRequest[] {
  const query = { organisation_id: client.known['organisation_id'] ?? nothing };
  return [
    client.with('putUserProfile', { $user_account_id: 'somebody else' }),
    client.with('putUserChoice', { $processing_id: 'another' }),
    client.with('createDataWarehouse', {}, { query }),
    client.with('putDataWarehouseDatamartConfig', { data_warehouse_id: nothing }),
    client.with('createDashboard', {}, { query }),
    client.with('updateDashboard', {}, { query }),
    client.with('createThrottling', { plugin_version_id: nothing }),
  ];
}

/** What the state of things does not allow. */
async function outOfTurn(client: DescribedClient): Promise<DescribedRequest[]> {
  const firstAdmin = { path: { user_id: '1', user_role_id: '1' } };
  const { text } = await client.succeed(client.with('createDataWarehouse', { name: 'without credentials' }));
  const { data } = JSON.parse(text) as { data: { id: string } };
  return [
    client.request('actOnDocumentImportExecution'),
    client.with('refreshDataWarehouseMetadata', {}, { path: { datawarehouse_id: data.id } }),
    client.with('updateUserRole', {}, firstAdmin),
    { ...client.request('deleteUserRole'), ...firstAdmin },
    { ...client.request('putDashboardContent'), headers: { 'content-type': 'application/json', 'if-match': '"0"' } },
  ];
}
