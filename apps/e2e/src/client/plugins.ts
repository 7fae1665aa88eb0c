import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '@tributary/testing/time-limit';
import { latestMs, type Client, type Resource } from './client.js';

/** The credentials with which a plugin's process reads its instances. */
export interface WorkerCredentials {
  worker_id: string;
  authentication_token: string;
}

/** A version of a plugin with a worker. */
export interface RegisteredPlugin {
  organisation_id: string;
  /** `/plugins/{id}/versions/{id}`. */
  path: string;
  version_id: string;
  worker: WorkerCredentials;
}

export type RecoveryStrategy = 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS' | 'DROP';

/**
 * Changes of analyzers, selections and throttlings act within a second. Twice that, or as long as some requests take if the
 * machine is busy.
 */
export const untilEffective = () => sleep(Math.max(2_000, 10 * median(latestMs)));

/** Registers a plugin, a version with these fields, and its worker. */
export async function registerPlugin(
  client: Client,
  organisation_id: string,
  url: string,
  version: object = {},
): Promise<RegisteredPlugin> {
  const artifact_id = `analyzer-${randomUUID()}`;
  const plugin_type = 'ACTIVITY_ANALYZER';
  const plugin = await client.post('/plugins', { organisation_id, plugin_type, group_id: 'com.example', artifact_id });
  const versions = `/plugins/${plugin.id}/versions`;
  const { id } = await client.post(versions, { version_id: '1.0.0', ...version });
  const path = `${versions}/${id}`;
  const worker = await client.put<WorkerCredentials>(`${path}/worker`, { url });
  return { organisation_id, path, version_id: id, worker };
}

/** Creates an instance of the plugin. */
export const newAnalyzer = (
  client: Client,
  { organisation_id, version_id }: RegisteredPlugin,
  error_recovery_strategy: RecoveryStrategy = 'STORE_WITH_ERROR_ID',
): Promise<Resource> =>
  client.post(`/activity_analyzers?organisation_id=${organisation_id}`, {
    name: `analyzer-${randomUUID()}`,
    version_id,
    error_recovery_strategy,
  });

/** Creates a channel that selects these analyzers in this order. @returns its id, which is an activity's `$site_id`. */
export async function newAnalyzedChannel(
  client: Client,
  datamart_id: string,
  analyzers: Pick<Resource, 'id'>[],
): Promise<string> {
  const channel = await client.post(`/datamarts/${datamart_id}/channels`, { name: 'Analyzed', type: 'SITE' });
  for (const { id } of analyzers)
    await client.post(`/channels/${channel.id}/visit_analyzer_models`, { visit_analyzer_model_id: id });
  return channel.id;
}

/** Limits the calls of the plugin's analyzers. */
export const limitCalls = (
  client: Client,
  { path, version_id }: RegisteredPlugin,
  throttling: {
    scope: string;
    throttling_key?: string;
    max_concurrency?: number;
    max_qps?: number;
    timeout_ms?: number;
  },
): Promise<Resource> =>
  client.post(`${path}/throttlings`, {
    plugin_version_id: version_id,
    plugin_endpoint: '/v1/activity_analysis',
    ...throttling,
  });

export type StoredActivity = Record<string, unknown> & { $id: string };

/** The stored activities of the person with this user agent, the latest first. */
export async function storedOf(client: Client, datamart_id: string, agent: string): Promise<StoredActivity[]> {
  const path = `/datamarts/${datamart_id}/user_points/user_agent_id=${agent}/user_activities?max_results=500`;
  const { status, body } = await client.call<{ data: StoredActivity[] }>('GET', path);
  // Nothing of the person is stored yet.
  return status === 404 ? [] : body.data;
}
