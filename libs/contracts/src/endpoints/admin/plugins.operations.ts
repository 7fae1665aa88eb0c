import { ListQuery } from '../../list-query.js';
import {
  Plugin,
  PluginInput,
  PluginListQuery,
  PluginProperty,
  PluginUpdate,
  PluginVersion,
  PluginVersionInput,
} from '../../admin/plugins/plugin.js';
import { ChangedPluginWorker, PluginWorker, PluginWorkerInput } from '../../admin/plugins/plugin-worker.js';
import { NewThrottling, Throttling, ThrottlingInput } from '../../admin/plugins/throttling.js';
import { del, deleted, get, json, one, page, post, put, type Section } from '../operation.js';

const plugin = '/plugins/:plugin_id';
const version = `${plugin}/versions/:version_id`;
const aPlugin = { plugin_type: 'ACTIVITY_ANALYZER', group_id: 'com.example', artifact_id: 'cleaner' };
const aThrottling = { scope: 'GLOBAL', plugin_endpoint: '/v1/activity_analysis', max_qps: 0.5, timeout_ms: 2_000 };
const artifactIsTaken = 'the organisation already has a plugin with this group_id and artifact_id';
const versionIsTaken = { CONSTRAINT_VIOLATION_EXCEPTION: 'version_id: the plugin already has this version' };

export const plugins = {
  tag: 'Plugins and throttlings',
  owner: 'admin',
  description: 'Plugins that the platform calls, their versions, and limits on the calls.',
  operations: {
    listPlugins: get('/plugins', 'READER', {
      summary: 'List the plugins that the caller can see',
      query: PluginListQuery,
      answer: page(Plugin, 'A page of plugins.'),
    }),
    createPlugin: post('/plugins', 'ORGANISATION_ADMIN', {
      summary: 'Register a plugin',
      body: json(PluginInput, { a_plugin: { ...aPlugin, organisation_id: '1' } }),
      answer: one(Plugin, 'The new plugin.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: artifactIsTaken },
    }),
    getPlugin: get(plugin, 'READER', { summary: 'Read a plugin', answer: one(Plugin, 'The plugin.') }),
    updatePlugin: put(plugin, 'ORGANISATION_ADMIN', {
      summary: 'Replace a plugin',
      body: json(PluginUpdate, { another_artifact: { ...aPlugin, artifact_id: 'polisher' } }),
      answer: one(Plugin, 'The updated plugin.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION: `${artifactIsTaken}, or current_version_id names no unarchived version of the plugin`,
      },
    }),
    listPluginVersions: get(`${plugin}/versions`, 'READER', {
      summary: 'List the versions of a plugin',
      query: ListQuery,
      answer: page(PluginVersion, 'A page of versions.'),
    }),
    createPluginVersion: post(`${plugin}/versions`, 'ORGANISATION_ADMIN', {
      summary: 'Add a version',
      body: json(PluginVersionInput, {
        a_version: {
          version_id: '1.0.0',
          max_qps: 50,
          plugin_properties: [{ technical_name: 'provider', property_type: 'STRING', value: { value: 'acme' } }],
        },
      }),
      answer: one(PluginVersion, 'The new version.'),
      errors: versionIsTaken,
    }),
    getPluginVersion: get(version, 'READER', { summary: 'Read a version', answer: one(PluginVersion, 'The version.') }),
    updatePluginVersion: put(version, 'ORGANISATION_ADMIN', {
      summary: 'Replace a version',
      body: json(PluginVersionInput, { another_name: { version_id: '1.0.1', archived: false } }),
      answer: one(PluginVersion, 'The updated version.'),
      errors: versionIsTaken,
    }),
    getPluginVersionById: get('/plugins/version/:version_id', 'READER', {
      summary: 'Read a version, without naming its plugin',
      answer: one(PluginVersion, 'The version.'),
    }),
    listPluginProperties: get(`${version}/properties`, 'READER', {
      summary: "List a version's properties",
      query: ListQuery,
      answer: page(PluginProperty, 'A page of properties.'),
    }),
    getPluginWorker: get(`${version}/worker`, 'ORGANISATION_ADMIN', {
      summary: 'Read where a version is called',
      answer: one(PluginWorker, 'The worker.'),
    }),
    putPluginWorker: put(`${version}/worker`, 'ORGANISATION_ADMIN', {
      summary: 'Set where a version is called',
      description:
        'The first request makes the token with which the worker reads its configuration, and so does `rotate`. A token is ' +
        'shown only in the response that makes it.',
      body: json(PluginWorkerInput, {
        a_worker: { url: 'https://cleaner.example.com' },
        a_new_token: { url: 'https://cleaner.example.com', rotate: true },
      }),
      answer: one(ChangedPluginWorker, 'The worker.'),
    }),
    deletePluginWorker: del(`${version}/worker`, 'ORGANISATION_ADMIN', {
      summary: "Delete a version's worker",
      description: 'The version is not called any more, and the token ends. A later PUT makes a new worker.',
      answer: deleted,
    }),
    listThrottlings: get(`${version}/throttlings`, 'READER', {
      summary: "List a version's throttlings",
      query: ListQuery,
      answer: page(Throttling, 'A page of throttlings.'),
    }),
    createThrottling: post(`${version}/throttlings`, 'ORGANISATION_ADMIN', {
      summary: 'Limit the calls to an endpoint',
      description: 'Each limit is optional; without any, nothing is limited.',
      body: json(NewThrottling, {
        global: { ...aThrottling, plugin_version_id: '1' },
        for_a_datamart: { ...aThrottling, scope: 'DATAMART', throttling_key: '1', plugin_version_id: '1' },
      }),
      answer: one(Throttling, 'The new throttling.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'body and path name different plugin versions' },
    }),
    updateThrottling: put(`${version}/throttlings/:throttling_id`, 'ORGANISATION_ADMIN', {
      summary: 'Replace a throttling',
      description: 'Each limit is optional; without any, nothing is limited.',
      body: json(ThrottlingInput, { lower_concurrency: { ...aThrottling, max_concurrency: 4 } }),
      answer: one(Throttling, 'The updated throttling.'),
    }),
    deleteThrottling: del(`${version}/throttlings/:throttling_id`, 'ORGANISATION_ADMIN', {
      summary: 'Delete a throttling',
      answer: deleted,
    }),
  },
} satisfies Section;
