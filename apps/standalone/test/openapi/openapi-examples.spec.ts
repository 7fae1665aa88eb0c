import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { openPostgresPort } from '@tributary/testing/postgres/postgres-port';
import { ofWorker, signed } from './openapi-client.js';
import { requestsOf } from './example-requests.js';
import { execute, importFile } from './import-examples.js';
import { checkAuditedOperations } from './check-audited-operations.js';
import { listMembers, listPeople } from './list-people.js';
import { refuseByChoice } from './refuse-by-choice.js';
import { retryRefusal } from './retry-refusal.js';
import { checkDocumentedErrors } from './check-documented-errors.js';
import { client, expectNoFaults, product, send, sendWith, sent, timeoutMs } from './openapi-fixture.js';

/** Ids by the name of the resource. */
const analyzers: Record<string, string> = {};
let processingSelection: string;

describe('the examples of the API', () => {
  it(
    'of organisations and users succeed as documented',
    async () => {
      await send(['createOrganisation', 'organisation_id'], 'updateOrganisation', 'getOrganisation');
      await send('listOrganisations', 'listAuditEvents', 'listCommunities', 'updateCommunity', 'getCommunity');
      await send('getConnectedUser');
      await send(['createDatamart', 'datamart_id'], 'updateDatamart', 'getDatamart', 'listDatamarts');
      await send(['createUser', 'user_id'], 'updateUser', 'getUser', 'listUsers');
      await send(['createUserRole', 'user_role_id'], 'getUserRole', 'listUserRoles');
      await send(['createInvitation', 'invitation_id'], 'listInvitations');
      await send(['createApiToken', 'api_token_id'], 'renameApiToken', 'getApiToken', 'listApiTokens');
      await send('listOrganisationApiTokens');
      await client.succeed({ ...client.request('listOrganisationApiTokens'), path: { organisation_id: '1' } });
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of tracking succeed as documented, with a token and with a signature',
    async () => {
      await send('collectUserActivity');
      await client.succeed(client.request('collectUserActivity'), 'activity_id');
      await eventually(() => send('getUserActivityTrace'));
      await retryRefusal();
      await send('putEventType', 'listEventTypes', 'putTrackingPlan', 'getTrackingPlan');
      await eventually(() => send('getUserPoint'));
      await send('followUserActivities', 'listUserIdentifiers', 'listUserActivities', 'associateUserIdentifiers');
      await listPeople();
      await send('putUserProfile', 'getUserProfile', 'listUserProfiles');
      await send('putUserChoice', 'listUserChoices', 'listUserChoicesOfProcessing');
      await send('listUserChoiceChanges', 'listAllUserChoiceChanges', 'actOnUserChoices');
      const key = client.request('createMessageAuthenticationKey');
      const { text } = await client.succeed(key, 'message_authentication_key_id');
      const { data } = JSON.parse(text) as { data: { key_id: string; secret_key: string } };
      await client.succeed(signed(client.request('collectUserActivity'), data));
      for (const read of ['listUserSegments', 'listUserSegmentsOfSelector', 'listUserSegmentsOfAccount'])
        await client.succeed(signed(client.request(read), data));
      await send('listMessageAuthenticationKeys');
      sent.add('createMessageAuthenticationKey');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of imports succeed as documented, with files of each content type',
    async () => {
      const [activities, segments] = requestsOf(client.api.operation('createDocumentImport'), client.known);
      await importFile(segments, 'text/csv');
      await importFile(activities, 'application/x-ndjson');
      const form = new FormData();
      form.set('file', new Blob(['{}\n']), 'lines.ndjson');
      await execute({ ...client.request('createDocumentImportExecution'), headers: {}, body: form });
      await send('updateDocumentImport', 'getDocumentImport', 'listDocumentImports', 'listDocumentImportExecutions');
      for (const operationId of ['createDocumentImport', 'createDocumentImportExecution']) sent.add(operationId);
      await send('getDocumentImportExecution', 'followDocumentImportExecution');
      await send('listUserSegments', 'listUserSegmentsOfSelector', 'listUserSegmentsOfAccount');
      await send('exportUserPoint', 'getUserPointIdentity');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of files and of canceled executions succeed as documented',
    async () => {
      await send('downloadDataFile', 'getDocumentImportTemplate');
      const finished = client.known['execution_id'] as string;
      await client.succeed(client.request('updateDocumentImport'));
      // Large enough to be still running when it is canceled.
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
    'of warehouses succeed as documented',
    async () => {
      await send(['createDataWarehouse', 'datawarehouse_id'], 'updateDataWarehouse', 'getDataWarehouse');
      await send('listDataWarehouses', 'putDataWarehouseCredentials', 'getDataWarehouseCredentials');
      const server = await openPostgresPort(product.databaseUrl);
      const { hostname: host, port, username: user, password, pathname } = new URL(server.url);
      const own = { host, port: Number(port || 5432), user, password, database: pathname.slice(1), ssl: false };
      await sendWith('testDataWarehouseCredentials', own);
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
    'of channels and collect keys succeed as documented',
    async () => {
      for (const [type, id, update] of [
        ['CTV', 'ctv_id', 'updateCtv'],
        ['MOBILE_APPLICATION', 'mobile_application_id', 'updateMobileApplication'],
      ] as const) {
        await client.succeed(client.with('createChannel', { type }), id);
        await send(update);
      }
      await send(['createChannel', 'channel_id'], 'getChannel', 'listChannels', 'listChannelsOfOrganisation');
      client.known['site_id'] = client.known['channel_id'] ?? '';
      await send('updateSite');
      await send(['createCollectKey', 'collect_key_id'], 'updateCollectKey', 'getCollectKey', 'listCollectKeys');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of processings succeed as documented',
    async () => {
      await send(['createProcessing', 'processing_id'], 'updateProcessing', 'getProcessing', 'listProcessings');
      await send(['createProcessingSelection', 'selection_id'], 'getProcessingSelection', 'listProcessingSelections');
      await refuseByChoice();
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of compartments and audience segments succeed as documented',
    async () => {
      const { datamart_id = '' } = client.known;
      await send('createCompartment', 'getCompartment', 'updateCompartment');
      await send('listCompartments', 'listUserAccountCompartments');
      // The other examples use `default`, which cannot be deleted.
      const path = { datamart_id, compartment_id: 'loyalty' };
      await client.succeed({ ...client.request('getCompartment'), path });
      await send(['createAudienceSegment', 'audience_segment_id'], 'updateAudienceSegment', 'getAudienceSegment');
      await listMembers();
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of dashboards and plugins succeed as documented',
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
        'getPluginVersionById',
        'listPluginVersions',
        'listPluginProperties',
      );
      await send(['createThrottling', 'throttling_id'], 'updateThrottling', 'listThrottlings');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of activity analyzers succeed as documented, for people and for the worker',
    async () => {
      processingSelection = client.known['selection_id'] ?? '';
      await send('putPluginWorker', 'getPluginWorker');
      const { text } = await client.succeed(client.with('putPluginWorker', { rotate: true }));
      const { data: worker } = JSON.parse(text) as { data: { worker_id: string; authentication_token: string } };
      for (const name of ['ActivityAnalyzer', 'VisitAnalyzerModel']) {
        await send([`create${name}`, 'analyzer_id'], `get${name}`, `update${name}`, `list${name}s`);
        await send(`put${name}Property`, `list${name}Properties`, `put${name}File`, `download${name}File`);
        analyzers[name] = client.known['analyzer_id'] ?? '';
      }
      for (const read of ['getActivityAnalyzer', 'listActivityAnalyzerProperties', 'downloadConfigurationFile'])
        await client.succeed(ofWorker(client.request(read), worker));
      sent.add('downloadConfigurationFile');
      await send(['createChannelVisitAnalyzerSelection', 'selection_id'], 'getChannelVisitAnalyzerSelection');
      await send('listChannelVisitAnalyzerSelections', 'deletePluginWorker');
      await client.succeed(client.with('collectUserActivity', { $site_id: client.known['channel_id'] }));
      await eventually(async () => {
        await send('listActivityAnalyzerFailures', 'listVisitAnalyzerModelFailures');
        expect(client.nonEmptyLists).toContain('listVisitAnalyzerModelFailures');
      });
      await send('listActivityAnalyzerFailures', 'putPluginWorker');
      const replaced = await client.succeed(client.request('putChannelVisitAnalyzerSelections'));
      const { data: selections } = JSON.parse(replaced.text) as { data: { id: string }[] };
      client.known['selection_id'] = selections[0]?.id ?? '';
      sent.add('putChannelVisitAnalyzerSelections');
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of data files succeed for the worker whose analyzer has a property with the file',
    async () => {
      const { version_id = '', analyzer_id = '' } = client.known;
      const file = { technical_name: 'model', property_type: 'DATA_FILE', value: { uri: client.known['?uri'] } };
      const version = client.with('createPluginVersion', { version_id: 'with a file', plugin_properties: [file] });
      await client.succeed(version, 'version_id');
      const { text } = await client.succeed(client.request('putPluginWorker'));
      const { data: worker } = JSON.parse(text) as { data: { worker_id: string; authentication_token: string } };
      const download = ofWorker(client.request('downloadDataFile'), worker);
      expect((await client.send(download)).status).toBe(404);
      await client.succeed(client.request('createActivityAnalyzer'), 'analyzer_id');
      await client.succeed(download);
      expect((await client.send({ ...download, query: { uri: `${client.known['?uri']}x` } })).status).toBe(404);
      Object.assign(client.known, { version_id, analyzer_id });
      expectNoFaults();
    },
    timeoutMs,
  );

  it(
    'of reports succeed as documented, with rows',
    async () => {
      await eventually(async () => {
        await send('reportUserActivities');
        const { text } = await client.succeed(client.request('reportUserActivities'));
        expect(text).toMatch(/"rows":\[\[/);
      });
      const explained = await client.succeed(client.with('reportUserActivities', { explain: true }));
      expect(explained.text).toMatch(/"people_merged":\{"count":\d/);
      await send('reportCollections');
      await send(['createSavedReport', 'saved_report_id'], 'updateSavedReport', 'getSavedReport', 'listSavedReports');
      expectNoFaults();
    },
    timeoutMs,
  );
});

checkDocumentedErrors();

describe('deletions', () => {
  it(
    'succeed as documented, and every operation was called',
    async () => {
      await send('deleteChannelVisitAnalyzerSelection', 'deletePluginWorker', 'deleteSavedReport');
      for (const [name, id] of Object.entries(analyzers)) {
        client.known['analyzer_id'] = id;
        await send(`delete${name}File`, `delete${name}`);
      }
      client.known['selection_id'] = processingSelection;
      await send('deleteProcessingSelection', 'deleteProcessing');
      await send('deleteCollectKey', 'deleteSite', 'deleteMobileApplication', 'deleteCtv');
      client.known['compartment_id'] = 'loyalty';
      await send('deleteCompartment');
      delete client.known['compartment_id'];
      await send('deleteThrottling', 'deleteDashboard', 'deleteDataWarehouseDatamartConfig', 'deleteDataWarehouse');
      await send('deleteUserSegment', 'exportSegmentMembers', 'deleteAudienceSegment', 'revokeInvitation');
      await send('deleteDocumentImport', 'deleteUserProfile', 'eraseUserPoint');
      await send('revokeMessageAuthenticationKey', 'revokeApiToken', 'updateUserRole', 'deleteUserRole', 'deleteUser');
      expectNoFaults();
      const operationIds = [...client.api.operations.keys()];
      expect(operationIds.filter((operationId) => !sent.has(operationId))).toEqual([]);
      // An empty page would not show the elements.
      const lists = operationIds.filter((operationId) => operationId.startsWith('list'));
      expect(lists.filter((operationId) => !client.nonEmptyLists.has(operationId))).toEqual([]);
    },
    timeoutMs,
  );
});

checkAuditedOperations();
