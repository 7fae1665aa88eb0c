import { ListQuery } from '@tributary/contracts/list-query';
import { Plugin, PluginInput, PluginUpdate, PluginVersion, PluginVersionInput } from '@tributary/contracts/plugin';
import { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import { NewThrottling, Throttling, ThrottlingInput } from '@tributary/contracts/throttling';
import { gone, json, one, page, type Section } from './operation.js';

const plugin = '/plugins/:plugin_id';
const version = `${plugin}/versions/:version_id`;
const aPlugin = { plugin_type: 'ACTIVITY_ANALYZER', group_id: 'com.example', artifact_id: 'cleaner' };
const aThrottling = { scope: 'GLOBAL', plugin_endpoint: '/v1/activity_analysis', max_qps: 0.5, timeout_ms: 2_000 };
const artifactIsTaken = 'the organisation has a plugin of this group_id and artifact_id';
const versionIsTaken = { CONSTRAINT_VIOLATION_EXCEPTION: 'version_id: the plugin has a version of this name' };

export const plugins: Section = {
  tag: 'Plugins and throttlings',
  description: 'Code that the platform calls, its versions, and the limits of the calls to each.',
  operations: {
    'GET /plugins': {
      operationId: 'listPlugins',
      summary: 'List the plugins that the caller can see',
      query: TenantListQuery,
      answer: page(Plugin, 'A page of plugins.'),
    },
    'POST /plugins': {
      operationId: 'createPlugin',
      summary: 'Register a plugin',
      body: json(PluginInput, { a_plugin: { ...aPlugin, organisation_id: '1' } }),
      answer: one(Plugin, 'The new plugin.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: artifactIsTaken },
    },
    [`GET ${plugin}`]: {
      operationId: 'getPlugin',
      summary: 'Read a plugin',
      answer: one(Plugin, 'The plugin.'),
    },
    [`PUT ${plugin}`]: {
      operationId: 'updatePlugin',
      summary: 'Replace a plugin',
      body: json(PluginUpdate, { another_artifact: { ...aPlugin, artifact_id: 'polisher' } }),
      answer: one(Plugin, 'The plugin as it is now.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION: `${artifactIsTaken}, or current_version_id is none of its versions in use`,
      },
    },
    [`GET ${plugin}/versions`]: {
      operationId: 'listPluginVersions',
      summary: 'List the versions of a plugin',
      query: ListQuery,
      answer: page(PluginVersion, 'A page of versions.'),
    },
    [`POST ${plugin}/versions`]: {
      operationId: 'createPluginVersion',
      summary: 'Add a version',
      body: json(PluginVersionInput, { a_version: { version_id: '1.0.0' } }),
      answer: one(PluginVersion, 'The new version.'),
      errors: versionIsTaken,
    },
    [`GET ${version}`]: {
      operationId: 'getPluginVersion',
      summary: 'Read a version',
      answer: one(PluginVersion, 'The version.'),
    },
    [`PUT ${version}`]: {
      operationId: 'updatePluginVersion',
      summary: 'Replace a version',
      body: json(PluginVersionInput, { another_name: { version_id: '1.0.1', archived: false } }),
      answer: one(PluginVersion, 'The version as it is now.'),
      errors: versionIsTaken,
    },
    [`GET ${version}/throttlings`]: {
      operationId: 'listThrottlings',
      summary: "List a version's throttlings",
      query: ListQuery,
      answer: page(Throttling, 'A page of throttlings.'),
    },
    [`POST ${version}/throttlings`]: {
      operationId: 'createThrottling',
      summary: 'Limit the calls to an endpoint',
      description: 'At least one of max_concurrency, max_qps and timeout_ms.',
      body: json(NewThrottling, {
        of_everybody: { ...aThrottling, plugin_version_id: '1' },
        of_a_datamart: { ...aThrottling, scope: 'DATAMART', throttling_key: '1', plugin_version_id: '1' },
      }),
      answer: one(Throttling, 'The new throttling.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'plugin_version_id is not that of the path' },
    },
    [`PUT ${version}/throttlings/:throttling_id`]: {
      operationId: 'updateThrottling',
      summary: 'Replace a throttling',
      description: 'At least one of max_concurrency, max_qps and timeout_ms.',
      body: json(ThrottlingInput, { fewer_at_once: { ...aThrottling, max_concurrency: 4 } }),
      answer: one(Throttling, 'The throttling as it is now.'),
    },
    [`DELETE ${version}/throttlings/:throttling_id`]: {
      operationId: 'deleteThrottling',
      summary: 'Delete a throttling',
      answer: gone,
    },
  },
};
