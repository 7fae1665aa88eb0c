import type { AuditAction } from './audit-event.js';

/** The event that an operation leaves in the audit. */
export interface AuditRule {
  /**
   * write: with the transaction that changes a row of `table`. commit: with the transaction that succeeds. read: after the
   * answer. stream: before the first byte of the answer.
   */
  recorded: 'write' | 'commit' | 'read' | 'stream';
  /** Undefined: the body names it, as RETRY or CANCEL. */
  action?: AuditAction;
  resource: string;
  table: string;
  /** The resources of other tables whose rows it may change as well: each such row has an event of its own. */
  also?: Readonly<Record<string, string>>;
  /** The parameter of the path with the id of the resource; absent for one that is created. */
  id?: string;
  /** The id is that of the user point that the path selects. */
  ofPerson: boolean;
}

/** Writes that leave nothing in the audit, with the reason. */
export const notAudited: Readonly<Record<string, string>> = {
  'POST /v1/datamarts/:datamart_id/user_activities': 'collects data of people, which is no configuration',
  'POST /v1/datamarts/:datamart_id/user_identifiers_association_declarations': 'data of people, no configuration',
  'PUT /v1/datamarts/:datamart_id/user_points/:user_point/user_segments/:segment_id': 'data of a person',
  'DELETE /v1/datamarts/:datamart_id/user_points/:user_point/user_segments/:segment_id': 'data of a person',
  'PUT /v1/datamarts/:datamart_id/user_points/:user_point/user_profiles/:compartment/:account': 'data of a person',
  'DELETE /v1/datamarts/:datamart_id/user_points/:user_point/user_profiles/:compartment/:account': 'data of a person',
  'PUT /v1/datamarts/:datamart_id/user_points/:user_point/user_choices/:processing':
    'data of a person, whose change log keeps it',
  'POST /v1/datamarts/:datamart_id/saved_reports': 'a view of one user, which no other user sees',
  'PUT /v1/datamarts/:datamart_id/saved_reports/:saved_report_id': 'a view of one user, which no other user sees',
  'DELETE /v1/datamarts/:datamart_id/saved_reports/:saved_report_id': 'a view of one user, which no other user sees',
  'POST /v1/datamarts/:datamart_id/user_activities_analytics': 'a report is a query with a body',
  'POST /v1/platform_monitoring/collections': 'counts are a query with a body',
  'POST /v1/datawarehouses/:datawarehouse_id/credentials/test': 'stores nothing',
  'POST /v1/datawarehouses/:datawarehouse_id/metadata': 'reads the structure of a warehouse again',
};

const person = '/v1/datamarts/:datamart_id/user_points/:user_point';
const ofPerson = { ofPerson: true, table: '' } as const;
/** A change of many rows at once, which the event does not show. */
const ofDatamart = { recorded: 'commit', action: 'UPDATE', table: '', id: 'datamart_id', ofPerson: false } as const;

/** A list of people has no person's id: it is a read of what they are in. */
const listOf = (resource: string): AuditRule => ({
  recorded: 'stream',
  action: 'READ',
  resource,
  table: '',
  id: `${resource}_id`,
  ofPerson: false,
});

/** Operations whose rule does not follow from method and path. */
const special: Readonly<Record<string, AuditRule>> = {
  [`DELETE ${person}`]: { ...ofPerson, recorded: 'commit', action: 'ERASE', resource: 'user_point' },
  [`GET ${person}/export`]: { ...ofPerson, recorded: 'stream', action: 'EXPORT', resource: 'user_point' },
  'GET /v1/audience_segments/:audience_segment_id/members': listOf('audience_segment'),
  'GET /v1/audience_segments/:audience_segment_id/user_points': listOf('audience_segment'),
  'GET /v1/datamarts/:datamart_id/user_points': listOf('datamart'),
  'POST /v1/datamarts/:datamart_id/refused_activities/:refused_activity_id/action': {
    recorded: 'commit',
    action: 'RETRY',
    resource: 'refused_activity',
    table: '',
    id: 'refused_activity_id',
    ofPerson: false,
  },
  'POST /v1/organisations/:organisation_id/invitations': {
    recorded: 'write',
    action: 'CREATE',
    resource: 'invitation',
    table: 'invitations',
    also: { users: 'user', user_roles: 'user_role' },
    ofPerson: false,
  },
  'POST /v1/datamarts/:datamart_id/user_choices/action': { ...ofDatamart, resource: 'user_choice' },
  'PUT /v1/datamarts/:datamart_id/tracking_plan': { ...ofDatamart, resource: 'tracking_plan' },
  'PUT /v1/datamarts/:datamart_id/event_types/:event_name': { ...ofDatamart, resource: 'event_type', id: 'event_name' },
  'POST /v1/datamarts/:datamart_id/document_imports/:document_import_id/executions/:execution_id/action': {
    recorded: 'write',
    resource: 'execution',
    table: 'executions',
    id: 'execution_id',
    ofPerson: false,
  },
};

/** Tables that are not named as the last noun of the path. */
const tables: Readonly<Record<string, string>> = {
  sites: 'channels',
  mobile_applications: 'channels',
  ctvs: 'channels',
  content: 'dashboard_contents',
  versions: 'plugin_versions',
  worker: 'plugin_workers',
  properties: 'analyzer_properties',
  configuration: 'configuration_files',
  visit_analyzer_models: 'activity_analyzers',
  datawarehouses: 'data_warehouses',
  credentials: 'warehouse_credentials',
  config: 'datamart_configs',
};

const actions: Readonly<Record<string, AuditAction>> = {
  POST: 'CREATE',
  PUT: 'UPDATE',
  PATCH: 'UPDATE',
  DELETE: 'DELETE',
};

/**
 * The rule of an operation; undefined for one of `notAudited`, and for a read of no person. A write that is
 * new is audited without a line of its own, if its table has the trigger of `captureChanges`.
 *
 * @param path as it is registered, with `:parameters`
 */
export function auditRuleOf(method: string, path: string): AuditRule | undefined {
  const name = `${method} ${path}`;
  if (!path.startsWith('/v1/') || name in notAudited) return undefined;
  const known = special[name];
  if (known) return known;
  const parts = path.split('/');
  const noun = parts.findLast((part) => part !== '' && !part.startsWith(':')) ?? '';
  const resource = singular(noun);
  if (method === 'GET')
    return isOfPerson(path) ? { ...ofPerson, recorded: 'read', action: 'READ', resource } : undefined;
  const action = actions[method];
  if (!action) return undefined;
  const id = parts.findLast((part) => part.startsWith(':'))?.slice(1);
  const table = path.startsWith('/v1/channels/:channel_id/visit_analyzer_models')
    ? 'analyzer_selections'
    : tables[noun];
  return {
    recorded: 'write',
    action,
    resource,
    table: table ?? noun,
    ...(method !== 'POST' && id !== undefined && { id }),
    ofPerson: false,
  };
}

/** Whether the caller of an operation may say why it reads people. */
export const takesPurpose = ({ recorded }: AuditRule): boolean => recorded === 'read' || recorded === 'stream';

const isOfPerson = (path: string) =>
  path.startsWith(person) || path.startsWith('/v1/datamarts/:datamart_id/user_segments/:');

/** `communities` → `community`, `api_tokens` → `api_token`. */
const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
