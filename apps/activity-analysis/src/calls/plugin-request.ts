import { randomBytes } from 'node:crypto';
import { macOf, signatureHeaders } from '@tributary/security/signing';
import { normalizedActivity } from '../answers/normalized-activity.js';
import type { CallRequest } from './call-messages.js';

export interface PluginRequest {
  /** Whose connections it may use. */
  worker_id: string;
  url: URL;
  headers: Record<string, string | number>;
  body: Buffer;
}

/**
 * The request that asks a worker to analyze an activity. Each one has its own time and signature.
 *
 * @returns undefined if the URL of the worker is none
 */
export function pluginRequest(call: CallRequest, signaturePrefix: string, now: number): PluginRequest | undefined {
  const url = endpointOf(call.worker.url);
  if (!url) return undefined;
  const { datamart_id, channel_id, activity_id, body: activity, received_ts } = call.activity;
  const ids = JSON.stringify({ activity_analyzer_id: call.analyzer_id, datamart_id, channel_id });
  const body = Buffer.from(`${ids.slice(0, -1)},"activity":${normalizedActivity(activity, received_ts)}}`);
  const headers = {
    host: url.host,
    'content-type': 'application/json',
    'content-length': body.length,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'idempotency-key': `${activity_id}/${call.analyzer_id}`,
    'x-request-id': call.request_id,
    traceparent: call.traceparent ?? newTraceparent(),
    ...signed(call, { uri: url.pathname, body, timestamp: String(now) }, signaturePrefix),
  };
  return { worker_id: call.worker.worker_id, url, headers, body };
}

/** For a call that belongs to no trace: one that is not sampled. */
const newTraceparent = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;

/** The URL may have a path, and may end with a slash. */
function endpointOf(workerUrl: string): URL | undefined {
  const url = URL.parse(workerUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/activity_analysis`;
  [url.search, url.hash] = ['', ''];
  return url;
}

function signed(
  { worker: { worker_id: key_id, token_sha256 } }: CallRequest,
  message: { uri: string; body: Buffer; timestamp: string },
  prefix: string,
): Record<string, string> {
  const names = signatureHeaders(prefix);
  const mac = macOf({ ...message, key_id }, token_sha256);
  return { [names.key_id]: key_id, [names.timestamp]: message.timestamp, [names.mac]: mac };
}
