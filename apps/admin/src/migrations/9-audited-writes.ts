import { captured, captureFunction, type CapturedTable } from '@tributary/database/audit/capture-changes';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ownerOf = (from: string) => `select jsonb_build_object('organisation_id', organisation_id) from ${from}`;
const ofChannel = ownerOf(`admin.channels where id = ($1->>'channel_id')::bigint`);
const ofUser = ownerOf(`admin.users where id = ($1->>'user_id')::bigint`);
const ofPlugin = ownerOf(`admin.plugins where id = ($1->>'plugin_id')::bigint`);
const ofVersion = ownerOf(
  `admin.plugins where id = (select plugin_id from admin.plugin_versions where id = ($1->>'plugin_version_id')::bigint)`,
);
const ofAnalyzer = ownerOf(`admin.activity_analyzers where id = ($1->>'analyzer_id')::bigint`);
const itself = (name: string) => `select jsonb_build_object('${name}', $1->'id')`;

/** The tables of configurations, with the columns that may stand in the audit. */
export const auditedTables: readonly CapturedTable[] = [
  { table: 'communities', columns: ['name'], tenant: itself('community_id') },
  { table: 'organisations', columns: ['name', 'technical_name', 'community_id'], tenant: itself('organisation_id') },
  { table: 'datamarts', columns: ['organisation_id', 'name', 'time_zone', 'junk_exceptions'] },
  { table: 'channels', columns: ['datamart_id', 'name', 'type', 'domain', 'enable_analytics', 'leaves_out_bots'] },
  {
    table: 'collect_keys',
    columns: ['datamart_id', 'name', 'channel_id', 'allowed_origins', 'accepts_profiles', 'max_qps'],
  },
  { table: 'processings', columns: ['community_id', 'name', 'purpose', 'legal_basis', 'technical_name', 'archived'] },
  { table: 'processing_selections', columns: ['channel_id', 'processing_id'], tenant: ofChannel },
  { table: 'users', columns: ['organisation_id', 'type', 'first_name', 'last_name', 'email', 'display_name'] },
  { table: 'user_roles', columns: ['user_id', 'organisation_id', 'role'] },
  { table: 'api_tokens', columns: ['user_id', 'name', 'expiration_date', 'limits'], tenant: ofUser },
  {
    table: 'message_authentication_keys',
    columns: ['user_id', 'key_id', 'scheme', 'expiration_ts', 'may_merge_accounts', 'limits'],
    tenant: ofUser,
  },
  {
    table: 'dashboards',
    columns: ['organisation_id', 'community_id', 'title', 'scopes', 'segment_ids', 'builder_ids', 'archived'],
  },
  // Its text may have a mebibyte, and every version is kept.
  { table: 'dashboard_contents', columns: ['dashboard_id', 'id'] },
  { table: 'plugins', columns: ['organisation_id', 'plugin_type', 'group_id', 'artifact_id', 'current_version_id'] },
  { table: 'plugin_versions', columns: ['plugin_id', 'version_id', 'archived', 'max_qps'], tenant: ofPlugin },
  { table: 'plugin_workers', columns: ['plugin_version_id', 'worker_id', 'url'], tenant: ofVersion },
  {
    table: 'throttlings',
    columns: ['scope', 'plugin_endpoint', 'throttling_key', 'max_concurrency', 'max_qps', 'timeout_ms'],
    tenant: ofVersion,
  },
  { table: 'activity_analyzers', columns: ['organisation_id', 'name', 'plugin_version_id', 'error_recovery_strategy'] },
  // Secret values are sealed in another column.
  {
    table: 'analyzer_properties',
    columns: ['technical_name', 'property_type', 'value'],
    key: 'technical_name',
    tenant: ofAnalyzer,
  },
  {
    table: 'configuration_files',
    columns: ['technical_name', 'content_type'],
    key: 'technical_name',
    tenant: ofAnalyzer,
  },
  {
    table: 'analyzer_selections',
    columns: ['channel_id', 'visit_analyzer_model_id', 'execution_order'],
    tenant: ofChannel,
  },
];

/** The audit learns what a write of a configuration changes. */
export class AuditedWrites1796600000001 implements MigrationInterface {
  name = 'AuditedWrites1796600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(captureFunction + auditedTables.map(captured).join(''));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
