import type { Role } from '@tributary/contracts/admin/access';

export type Owner =
  | 'gateway'
  | 'tracking-ingest'
  | 'activity-analysis'
  | 'import-worker'
  | 'warehouse-metadata'
  | 'analytics'
  | 'admin';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Route {
  method: Method;
  path: string;
  /** The app that serves it. */
  owner: Owner;
  /** Least role in the tenant of the request. The gateway checks ids in path and query, the owner all others. */
  role: Role;
  /** Takes signed requests. */
  signed?: true;
  /** Takes requests with a collect key. */
  collectKey?: true;
  /** Takes requests of the workers of plugins: for their own configuration, or for the data files that it names. */
  worker?: 'configuration' | 'data_file';
  /** Also for credentials that were made for some datamarts, although it names none: it has no others, or its owner checks. */
  namesNoDatamart?: true;
  /** Takes a file that may be sent for hours. */
  streamsBody?: true;
}

const route = (owner: Owner, method: Method, path: string, role: Role): Route => ({
  method,
  path: `/v1${path}`,
  owner,
  role,
});
const signed = (allowed: Route): Route => ({ ...allowed, signed: true });
const forPages = (allowed: Route): Route => ({ ...allowed, collectKey: true });
const forWorkers = (worker: Route['worker'], allowed: Route): Route => ({ ...allowed, worker });
const ofAnyDatamart = (allowed: Route): Route => ({ ...allowed, namesNoDatamart: true });
const streamed = (upload: Route): Route => ({ ...upload, streamsBody: true });

const datamart = '/datamarts/:datamart_id';
const userPoint = `${datamart}/user_points/:user_point`;
const choice = `${userPoint}/user_choices/:processing`;
const profile = `${userPoint}/user_profiles/:compartment/:account`;
const compartment = `${datamart}/compartments/:compartment_id`;
const refusals = `${datamart}/refused_activities`;
const collectKeys = `${datamart}/collect_keys`;

const tracking = [
  forPages(signed(route('gateway', 'POST', `${datamart}/user_activities`, 'EDITOR'))),
  route('gateway', 'GET', `${datamart}/user_activities/events`, 'READER'),
  route('gateway', 'GET', `${datamart}/user_activities/:activity_id/trace`, 'READER'),
  route('tracking-ingest', 'GET', refusals, 'READER'),
  route('tracking-ingest', 'POST', `${refusals}/:refused_activity_id/action`, 'EDITOR'),
  route('tracking-ingest', 'GET', `${datamart}/event_types`, 'READER'),
  route('tracking-ingest', 'PUT', `${datamart}/event_types/:event_name`, 'EDITOR'),
  route('tracking-ingest', 'GET', `${datamart}/tracking_plan`, 'READER'),
  route('tracking-ingest', 'PUT', `${datamart}/tracking_plan`, 'EDITOR'),
  route('tracking-ingest', 'GET', `${datamart}/user_points/flagged`, 'READER'),
  route('tracking-ingest', 'GET', userPoint, 'READER'),
  route('tracking-ingest', 'DELETE', userPoint, 'EDITOR'),
  route('tracking-ingest', 'GET', `${userPoint}/identity`, 'READER'),
  route('tracking-ingest', 'GET', `${userPoint}/export`, 'EDITOR'),
  route('tracking-ingest', 'GET', `${userPoint}/user_identifiers`, 'READER'),
  route('tracking-ingest', 'GET', `${userPoint}/user_activities`, 'READER'),
  signed(route('tracking-ingest', 'GET', `${userPoint}/user_segments`, 'READER')),
  // The same reads under the paths of older clients.
  signed(route('tracking-ingest', 'GET', `${datamart}/user_segments/:user_point`, 'READER')),
  signed(route('tracking-ingest', 'GET', `${datamart}/user_segments/:compartment/:account`, 'READER')),
  route('tracking-ingest', 'PUT', `${userPoint}/user_segments/:segment_id`, 'EDITOR'),
  route('tracking-ingest', 'DELETE', `${userPoint}/user_segments/:segment_id`, 'EDITOR'),
  route('tracking-ingest', 'GET', `${userPoint}/user_profiles`, 'READER'),
  route('tracking-ingest', 'GET', profile, 'READER'),
  route('tracking-ingest', 'PUT', profile, 'EDITOR'),
  route('tracking-ingest', 'DELETE', profile, 'EDITOR'),
  route('tracking-ingest', 'GET', `${userPoint}/user_choices`, 'READER'),
  route('tracking-ingest', 'GET', `${userPoint}/user_choices/change_log`, 'READER'),
  route('tracking-ingest', 'GET', choice, 'READER'),
  route('tracking-ingest', 'PUT', choice, 'EDITOR'),
  route('tracking-ingest', 'GET', `${choice}/change_log`, 'READER'),
  route('tracking-ingest', 'POST', `${datamart}/user_choices/action`, 'EDITOR'),
  route('tracking-ingest', 'POST', `${datamart}/user_identifiers_association_declarations`, 'EDITOR'),
  route('tracking-ingest', 'GET', `${datamart}/compartments`, 'READER'),
  route('tracking-ingest', 'POST', `${datamart}/compartments`, 'EDITOR'),
  route('tracking-ingest', 'GET', compartment, 'READER'),
  route('tracking-ingest', 'PUT', compartment, 'EDITOR'),
  route('tracking-ingest', 'DELETE', compartment, 'EDITOR'),
  route('tracking-ingest', 'GET', `${datamart}/user_account_compartments`, 'READER'),
];

const audienceSegment = '/audience_segments/:audience_segment_id';

const audienceSegments = [
  route('tracking-ingest', 'GET', '/audience_segments', 'READER'),
  route('tracking-ingest', 'POST', '/audience_segments', 'EDITOR'),
  route('tracking-ingest', 'GET', audienceSegment, 'READER'),
  route('tracking-ingest', 'PUT', audienceSegment, 'EDITOR'),
  route('tracking-ingest', 'DELETE', audienceSegment, 'EDITOR'),
  route('tracking-ingest', 'GET', `${audienceSegment}/members`, 'EDITOR'),
];

const imports = `${datamart}/document_imports`;
const executions = `${imports}/:document_import_id/executions`;

const documentImports = [
  route('import-worker', 'GET', imports, 'READER'),
  route('import-worker', 'POST', imports, 'EDITOR'),
  route('import-worker', 'GET', `${imports}/:document_import_id`, 'READER'),
  route('import-worker', 'PUT', `${imports}/:document_import_id`, 'EDITOR'),
  route('import-worker', 'DELETE', `${imports}/:document_import_id`, 'EDITOR'),
  route('import-worker', 'GET', executions, 'READER'),
  streamed(route('import-worker', 'POST', executions, 'EDITOR')),
  route('import-worker', 'GET', `${executions}/:execution_id`, 'READER'),
  route('import-worker', 'GET', `${executions}/:execution_id/events`, 'READER'),
  route('import-worker', 'POST', `${executions}/:execution_id/action`, 'EDITOR'),
  ofAnyDatamart(route('import-worker', 'GET', '/document_imports/templates/:document_type', 'READER')),
  ofAnyDatamart(forWorkers('data_file', route('import-worker', 'GET', '/data_file/data', 'READER'))),
];

const warehouse = '/datawarehouses/:datawarehouse_id';
const config = `${datamart}${warehouse}/config`;

const warehouses = [
  route('warehouse-metadata', 'GET', '/datawarehouses', 'READER'),
  route('warehouse-metadata', 'POST', '/datawarehouses', 'EDITOR'),
  route('warehouse-metadata', 'GET', warehouse, 'READER'),
  route('warehouse-metadata', 'PUT', warehouse, 'EDITOR'),
  route('warehouse-metadata', 'DELETE', warehouse, 'EDITOR'),
  route('warehouse-metadata', 'GET', `${warehouse}/columns/:column_id`, 'READER'),
  route('warehouse-metadata', 'GET', `${warehouse}/metadata`, 'READER'),
  route('warehouse-metadata', 'POST', `${warehouse}/metadata`, 'EDITOR'),
  route('warehouse-metadata', 'GET', `${warehouse}/databases`, 'READER'),
  route('warehouse-metadata', 'GET', `${warehouse}/credentials`, 'READER'),
  route('warehouse-metadata', 'PUT', `${warehouse}/credentials`, 'EDITOR'),
  route('warehouse-metadata', 'POST', `${warehouse}/credentials/test`, 'EDITOR'),
  route('warehouse-metadata', 'GET', config, 'READER'),
  route('warehouse-metadata', 'PUT', config, 'EDITOR'),
  route('warehouse-metadata', 'DELETE', config, 'EDITOR'),
];

const reports = [
  route('analytics', 'POST', `${datamart}/user_activities_analytics`, 'READER'),
  route('analytics', 'POST', '/platform_monitoring/collections', 'READER'),
];

const user = '/users/:user_id';
const invitations = '/organisations/:organisation_id/invitations';
const selections = '/channels/:channel_id/processing_selections';

const access = [
  ofAnyDatamart(route('admin', 'GET', '/connected_user', 'READER')),
  route('admin', 'GET', '/communities', 'READER'),
  route('admin', 'GET', '/communities/:community_id', 'READER'),
  route('admin', 'PUT', '/communities/:community_id', 'COMMUNITY_ADMIN'),
  route('admin', 'GET', '/organisations', 'READER'),
  route('admin', 'POST', '/organisations', 'COMMUNITY_ADMIN'),
  route('admin', 'GET', '/organisations/:organisation_id', 'READER'),
  route('admin', 'PUT', '/organisations/:organisation_id', 'COMMUNITY_ADMIN'),
  route('admin', 'GET', '/organisations/:organisation_id/audit_events', 'ORGANISATION_ADMIN'),
  route('admin', 'GET', '/organisations/:organisation_id/api_tokens', 'ORGANISATION_ADMIN'),
  route('admin', 'GET', invitations, 'ORGANISATION_ADMIN'),
  route('admin', 'POST', invitations, 'ORGANISATION_ADMIN'),
  route('admin', 'DELETE', `${invitations}/:invitation_id`, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', '/datamarts', 'READER'),
  route('admin', 'POST', '/datamarts', 'ORGANISATION_ADMIN'),
  route('admin', 'GET', datamart, 'READER'),
  route('admin', 'PUT', datamart, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', '/channels', 'READER'),
  route('admin', 'GET', `${datamart}/channels`, 'READER'),
  route('admin', 'POST', `${datamart}/channels`, 'EDITOR'),
  route('admin', 'GET', `${datamart}/channels/:channel_id`, 'READER'),
  route('admin', 'GET', collectKeys, 'READER'),
  route('admin', 'POST', collectKeys, 'EDITOR'),
  route('admin', 'GET', `${collectKeys}/:collect_key_id`, 'READER'),
  route('admin', 'PUT', `${collectKeys}/:collect_key_id`, 'EDITOR'),
  route('admin', 'DELETE', `${collectKeys}/:collect_key_id`, 'EDITOR'),
  route('admin', 'PUT', `${datamart}/sites/:site_id`, 'EDITOR'),
  route('admin', 'DELETE', `${datamart}/sites/:site_id`, 'EDITOR'),
  route('admin', 'PUT', `${datamart}/mobile_applications/:mobile_application_id`, 'EDITOR'),
  route('admin', 'DELETE', `${datamart}/mobile_applications/:mobile_application_id`, 'EDITOR'),
  route('admin', 'PUT', `${datamart}/ctvs/:ctv_id`, 'EDITOR'),
  route('admin', 'DELETE', `${datamart}/ctvs/:ctv_id`, 'EDITOR'),
  route('admin', 'GET', '/processings', 'READER'),
  route('admin', 'POST', '/processings', 'COMMUNITY_ADMIN'),
  route('admin', 'GET', '/processings/:processing_id', 'READER'),
  route('admin', 'PUT', '/processings/:processing_id', 'COMMUNITY_ADMIN'),
  route('admin', 'DELETE', '/processings/:processing_id', 'COMMUNITY_ADMIN'),
  route('gateway', 'GET', `${selections}/preview`, 'READER'),
  route('gateway', 'GET', '/channels/:channel_id/refused_by_choice', 'READER'),
  route('admin', 'GET', selections, 'READER'),
  route('admin', 'POST', selections, 'EDITOR'),
  route('admin', 'GET', `${selections}/:selection_id`, 'READER'),
  route('admin', 'DELETE', `${selections}/:selection_id`, 'EDITOR'),
  route('admin', 'GET', '/users', 'READER'),
  route('admin', 'POST', '/users', 'ORGANISATION_ADMIN'),
  route('admin', 'GET', user, 'READER'),
  route('admin', 'PUT', user, 'READER'),
  route('admin', 'DELETE', user, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', `${user}/user_roles`, 'READER'),
  route('admin', 'POST', `${user}/user_roles`, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', `${user}/user_roles/:user_role_id`, 'READER'),
  route('admin', 'PUT', `${user}/user_roles/:user_role_id`, 'ORGANISATION_ADMIN'),
  route('admin', 'DELETE', `${user}/user_roles/:user_role_id`, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', `${user}/api_tokens`, 'READER'),
  route('admin', 'POST', `${user}/api_tokens`, 'READER'),
  route('admin', 'GET', `${user}/api_tokens/:api_token_id`, 'READER'),
  route('admin', 'PUT', `${user}/api_tokens/:api_token_id`, 'READER'),
  route('admin', 'DELETE', `${user}/api_tokens/:api_token_id`, 'READER'),
  route('admin', 'GET', `${user}/message_authentication_keys`, 'READER'),
  route('admin', 'POST', `${user}/message_authentication_keys`, 'READER'),
  route('admin', 'DELETE', `${user}/message_authentication_keys/:message_authentication_key_id`, 'READER'),
];

const dashboard = '/dashboards/:dashboard_id';

const dashboards = [
  route('admin', 'GET', '/dashboards', 'READER'),
  route('admin', 'POST', '/dashboards', 'EDITOR'),
  route('admin', 'GET', dashboard, 'READER'),
  route('admin', 'PUT', dashboard, 'EDITOR'),
  route('admin', 'DELETE', dashboard, 'EDITOR'),
  route('admin', 'GET', `${dashboard}/content`, 'READER'),
  route('admin', 'PUT', `${dashboard}/content`, 'EDITOR'),
  route('admin', 'GET', `${dashboard}/content/versions`, 'READER'),
];

const plugin = '/plugins/:plugin_id';
const version = `${plugin}/versions/:version_id`;

const plugins = [
  route('admin', 'GET', '/plugins', 'READER'),
  route('admin', 'POST', '/plugins', 'ORGANISATION_ADMIN'),
  route('admin', 'GET', plugin, 'READER'),
  route('admin', 'PUT', plugin, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', `${plugin}/versions`, 'READER'),
  route('admin', 'POST', `${plugin}/versions`, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', version, 'READER'),
  route('admin', 'PUT', version, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', '/plugins/version/:version_id', 'READER'),
  route('admin', 'GET', `${version}/properties`, 'READER'),
  route('admin', 'GET', `${version}/worker`, 'ORGANISATION_ADMIN'),
  route('admin', 'PUT', `${version}/worker`, 'ORGANISATION_ADMIN'),
  route('admin', 'DELETE', `${version}/worker`, 'ORGANISATION_ADMIN'),
  route('admin', 'GET', `${version}/throttlings`, 'READER'),
  route('admin', 'POST', `${version}/throttlings`, 'ORGANISATION_ADMIN'),
  route('admin', 'PUT', `${version}/throttlings/:throttling_id`, 'ORGANISATION_ADMIN'),
  route('admin', 'DELETE', `${version}/throttlings/:throttling_id`, 'ORGANISATION_ADMIN'),
];

/** The routes of an analyzer, under one of its two names. */
const analyzerRoutes = (all: string) => {
  const analyzer = `${all}/:analyzer_id`;
  return [
    route('admin', 'GET', all, 'READER'),
    route('admin', 'POST', all, 'EDITOR'),
    route('admin', 'GET', analyzer, 'READER'),
    route('admin', 'PUT', analyzer, 'EDITOR'),
    route('admin', 'DELETE', analyzer, 'EDITOR'),
    route('admin', 'GET', `${analyzer}/properties`, 'READER'),
    route('admin', 'PUT', `${analyzer}/properties/:technical_name`, 'EDITOR'),
    route('admin', 'GET', `${analyzer}/configuration/:technical_name`, 'READER'),
    route('admin', 'PUT', `${analyzer}/configuration/:technical_name`, 'EDITOR'),
    route('admin', 'DELETE', `${analyzer}/configuration/:technical_name`, 'EDITOR'),
    route('activity-analysis', 'GET', `${analyzer}/failures`, 'READER'),
  ];
};
/** The resources that the SDK of plugins reads under this name. */
const readByWorkers = new Set([
  '/v1/activity_analyzers/:analyzer_id',
  '/v1/activity_analyzers/:analyzer_id/properties',
]);
const analyzerSelections = '/channels/:channel_id/visit_analyzer_models';

const analyzers = [
  ...analyzerRoutes('/activity_analyzers').map((one) =>
    one.method === 'GET' && readByWorkers.has(one.path) ? forWorkers('configuration', one) : one,
  ),
  ...analyzerRoutes('/visit_analyzer_models'),
  forWorkers('configuration', route('admin', 'GET', '/configuration/:technical_name', 'READER')),
  route('admin', 'GET', analyzerSelections, 'READER'),
  route('admin', 'POST', analyzerSelections, 'EDITOR'),
  route('admin', 'PUT', analyzerSelections, 'EDITOR'),
  route('admin', 'GET', `${analyzerSelections}/:selection_id`, 'READER'),
  route('admin', 'DELETE', `${analyzerSelections}/:selection_id`, 'EDITOR'),
];

/** All public routes: a route that is not listed here does not exist. */
export const routes: Route[] = [
  ...tracking,
  ...audienceSegments,
  ...documentImports,
  ...warehouses,
  ...reports,
  ...access,
  ...dashboards,
  ...plugins,
  ...analyzers,
];

/** Where agents call. It is no operation of the API: its tools call those, each with its own least role. */
export const agentRoute: Route = {
  method: 'POST',
  path: '/mcp',
  owner: 'gateway',
  role: 'READER',
  namesNoDatamart: true,
};

/** By path and method. One text of both would be joined and hashed for every request. */
const byPath = new Map(
  Array.from(
    Map.groupBy(routes, ({ path }) => path),
    ([path, known]) => [path, new Map<string, Route>(known.map((one) => [one.method, one]))],
  ),
);

/** HEAD is treated as GET. */
export const findRoute = (method: string, path: string): Route | undefined =>
  byPath.get(path)?.get(method === 'HEAD' ? 'GET' : method);
