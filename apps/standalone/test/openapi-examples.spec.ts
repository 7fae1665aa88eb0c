import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { openPostgresPort } from '@tributary/testing/postgres-port';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';
import { DescribedClient, signed } from './described-client.js';
import { requestsOf, type DescribedRequest } from './described-requests.js';
import { refusals } from './refused-requests.js';
import { sendSpecificRefusals } from './specific-refusals.js';

const timeoutMs = 240_000;
let product: BootedStandalone;
let client: DescribedClient;
/** Operations whose examples were sent and succeeded. */
const sent = new Set<string>();

beforeAll(async () => {
  product = await bootStandalone();
  client = await DescribedClient.of(product);
}, timeoutMs);
afterAll(() => product.stop());

/** Each operation's examples, in this order; an operation that makes something says by what name it is known. */
async function send(...operations: (string | [operationId: string, made: string])[]): Promise<void> {
  for (const one of operations) {
    const [operationId, made] = [one].flat();
    await client.succeedAll(operationId as string, made);
    sent.add(operationId as string);
  }
}

const expectNoFaults = () => expect(client.faults.splice(0)).toEqual([]);

describe('the examples of the API', () => {
  it(
    'of organisations and users succeed as described',
    async () => {
      await send(
        ['createOrganisation', 'organisation_id'],
        'updateOrganisation',
        'getOrganisation',
        'listOrganisations',
      );
      await send('listCommunities', 'updateCommunity', 'getCommunity', 'getConnectedUser');
      await send(['createDatamart', 'datamart_id'], 'updateDatamart', 'getDatamart', 'listDatamarts');
      await send(['createUser', 'user_id'], 'updateUser', 'getUser', 'listUsers');
      await send(['createUserRole', 'user_role_id'], 'getUserRole', 'listUserRoles');
      await send(['createApiToken', 'api_token_id'], 'renameApiToken', 'getApiToken', 'listApiTokens');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of tracking succeed as described, with a token and with a signature',
    async () => {
      await send('collectUserActivity');
      await eventually(() => send('getUserPoint'));
      await send('getUserPoint', 'listUserIdentifiers', 'listUserActivities');
      await send('putUserProfile', 'getUserProfile', 'listUserProfiles');
      await send('putUserChoice', 'listUserChoices', 'listUserChoicesOfProcessing', 'listUserChoiceChanges');
      const key = client.request('createMessageAuthenticationKey');
      const { text } = await client.succeed(key, 'message_authentication_key_id');
      const { data } = JSON.parse(text) as { data: { key_id: string; secret_key: string } };
      await client.succeed(signed(client.request('collectUserActivity'), data));
      await client.succeed(signed(client.request('listUserSegments'), data));
      await send('listMessageAuthenticationKeys');
      sent.add('createMessageAuthenticationKey');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of imports succeed as described, of files with each content type',
    async () => {
      const [activities, segments] = requestsOf(client.api.operation('createDocumentImport'), client.known);
      await importFile(segments, 'text/csv');
      await importFile(activities, 'application/x-ndjson');
      const form = new FormData();
      form.set('file', new Blob(['{}\n']), 'lines.ndjson');
      await execute({ ...client.request('createDocumentImportExecution'), headers: {}, body: form });
      await send('updateDocumentImport', 'getDocumentImport', 'listDocumentImports', 'listDocumentImportExecutions');
      for (const operationId of ['createDocumentImport', 'createDocumentImportExecution']) sent.add(operationId);
      await send('getDocumentImportExecution', 'followDocumentImportExecution', 'listUserSegments');
      expectNoFaults();
    },
    timeoutMs,
  );

  /** Makes the import and sends it the example of a file that has its content type. */
  async function importFile(made: DescribedRequest | undefined, type: string): Promise<void> {
    if (!made) throw new Error('there is an example of each kind of import');
    await client.succeed(made, 'document_import_id');
    const files = requestsOf(client.api.operation('createDocumentImportExecution'), client.known);
    const file = files.find(({ headers }) => headers['content-type'] === type);
    if (!file) throw new Error(`there is an example of ${type}`);
    await execute(file);
  }

  async function execute(file: DescribedRequest): Promise<void> {
    await client.succeed(file, 'execution_id');
    await eventually(hasEnded, { within: 60_000 });
  }

  async function hasEnded(): Promise<void> {
    const { text } = await client.succeed(client.request('getDocumentImportExecution'));
    const { data } = JSON.parse(text) as {
      data: { status: string; result: { error_file_uri: string; input_file_uri: string } };
    };
    expect(data.status).toBe('SUCCEEDED');
    client.known['?uri'] = data.result.error_file_uri ?? data.result.input_file_uri;
  }

  it(
    'of files and of executions that are canceled succeed as described',
    async () => {
      await send('downloadDataFile');
      const finished = client.known['execution_id'] as string;
      await client.succeed(client.request('updateDocumentImport'));
      // Long enough to be still at work when it is canceled.
      const body = '{"$type":"x","$user_agent_id":"y"}\n'.repeat(60_000);
      const file = { ...client.request('createDocumentImportExecution'), body };
      await eventually(async () => {
        await client.succeed(file, 'execution_id');
        await send('actOnDocumentImportExecution');
      });
      client.known['execution_id'] = finished;
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of warehouses succeed as described',
    async () => {
      await send(
        ['createDataWarehouse', 'datawarehouse_id'],
        'updateDataWarehouse',
        'getDataWarehouse',
        'listDataWarehouses',
      );
      await send('putDataWarehouseCredentials', 'getDataWarehouseCredentials');
      const server = await openPostgresPort(product.databaseUrl);
      const { hostname: host, port, username: user, password, pathname } = new URL(server.url);
      const own = { host, port: Number(port || 5432), user, password, database: pathname.slice(1), ssl: false };
      await client.succeed(client.with('putDataWarehouseCredentials', own));
      await send('refreshDataWarehouseMetadata', 'getDataWarehouseMetadata', 'listDataWarehouseDatabases');
      server.close();
      const { text } = await client.succeed(client.request('getDataWarehouseMetadata'));
      client.known['column_id'] = /"columns":\[\{"id":"([^"]+)"/.exec(text)?.[1] ?? 'none';
      await send('getDataWarehouseColumn', 'putDataWarehouseDatamartConfig', 'getDataWarehouseDatamartConfig');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of dashboards and plugins succeed as described',
    async () => {
      await send(['createDashboard', 'dashboard_id'], 'updateDashboard', 'getDashboard', 'listDashboards');
      await send('putDashboardContent', 'getDashboardContent', 'listDashboardContentVersions');
      const { headers } = await client.succeed(client.request('getDashboardContent'));
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await client.send({ ...client.request('getDashboardContent'), headers: known })).status).toBe(304);
      await send(['createPlugin', 'plugin_id'], 'updatePlugin', 'getPlugin', 'listPlugins');
      await send(
        ['createPluginVersion', 'version_id'],
        'updatePluginVersion',
        'getPluginVersion',
        'listPluginVersions',
      );
      await send(['createThrottling', 'throttling_id'], 'updateThrottling', 'listThrottlings');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of reports succeed as described, with something in them',
    async () => {
      await eventually(async () => {
        await send('reportUserActivities');
        const { text } = await client.succeed(client.request('reportUserActivities'));
        expect(text).toMatch(/"rows":\[\[/);
      });
      await send('reportCollections');
      expectNoFaults();
    },
    timeoutMs,
  );
});

describe('the errors of the API', () => {
  it(
    'are answered as described, all that are named but those of a platform in trouble',
    async () => {
      await sendSpecificRefusals(client);
      for (const operation of client.api.operations.values())
        for (const [, code] of client.api.errorCodes(operation)) {
          const spoilt = refusals[code]?.(client.request(operation.operationId));
          if (spoilt) await client.sendPatiently(spoilt);
        }
      expectNoFaults();
      const named = [...client.api.operations.values()].flatMap((operation) =>
        client.api
          .errorCodes(operation)
          .filter(([status]) => status < 500)
          .map(([status, code]) => `${operation.operationId} ${status} ${code}`),
      );
      expect(named.filter((one) => !client.refused.has(one))).toEqual([]);
    },
    timeoutMs,
  );

  it('of an engine that is away is one with Retry-After', async () => {
    await client.succeed(client.with('putDataWarehouseCredentials', { host: '127.0.0.1', port: 1, ssl: false }));
    const { status } = await client.send(client.request('refreshDataWarehouseMetadata'));
    expect(status).toBe(503);
    expectNoFaults();
  });
});

describe('deletions', () => {
  it(
    'succeed as described, and then every operation has been tried',
    async () => {
      await send('deleteThrottling', 'deleteDashboard', 'deleteDataWarehouseDatamartConfig', 'deleteDataWarehouse');
      await send('deleteDocumentImport', 'deleteUserProfile', 'eraseUserPoint');
      await send('revokeMessageAuthenticationKey', 'revokeApiToken', 'updateUserRole', 'deleteUserRole');
      expectNoFaults();
      const operationIds = [...client.api.operations.keys()];
      expect(operationIds.filter((operationId) => !sent.has(operationId))).toEqual([]);
      // A page without elements would say nothing of what they look like.
      const lists = operationIds.filter((operationId) => operationId.startsWith('list'));
      expect(lists.filter((operationId) => !client.filled.has(operationId))).toEqual([]);
    },
    timeoutMs,
  );
});
