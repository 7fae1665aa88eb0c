import { Writable } from 'node:stream';
import type { AllowedHost } from '@tributary/security/addresses/allowed-hosts';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { createLogger } from '@tributary/runtime/logger';
import { eventually } from '@tributary/testing/eventually';
import { IsolatedPluginCalls, type CallsSettings } from '../src/calls/isolated-plugin-calls.js';
import type { PluginCall } from '../src/calls/plugin-calls.js';

export const token_sha256 = 'ab'.repeat(32);

export const anActivity = (difference: object = {}): ActivityToAnalyze => ({
  datamart_id: '1459',
  activity_id: '0190c2f0-0000-7000-8000-000000000001',
  received_ts: 1_700_000_000_000,
  identifiers: [{ type: 'USER_AGENT', value: 'web:1:abc' }],
  channel_id: '5',
  body: JSON.stringify({ $type: 'SITE_VISIT', $site_id: '5', $user_agent_id: 'web:1:abc', ...difference }),
});

export const aCall = (url: string, difference: Partial<PluginCall> = {}): PluginCall => ({
  organisation_id: '1',
  analyzer_id: '12',
  activity: anActivity(),
  worker: { url, worker_id: 'w-1', token_sha256 },
  timeoutMs: 60_000,
  ...difference,
});

/** Lines that any spec has logged. */
export const logged: string[] = [];
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged.push(chunk.toString());
    done();
  },
});

export function isolatedCalls(
  settings: Partial<CallsSettings> = {},
  allowed: AllowedHost[] = [{ name: '127.0.0.1' }, { name: 'localhost' }],
): IsolatedPluginCalls {
  const common = { NODE_ENV: 'production', PLUGIN_ALLOWED_HOSTS: allowed, SIGNATURE_HEADER_PREFIX: 'Svc' } as const;
  return new IsolatedPluginCalls({ ...common, ...settings }, createLogger('tested', 'debug', log));
}

/**
 * Tries again with time-outs twice as long until it passes: on a busy machine a call may take longer than the shortest. A fault
 * of the product fails every attempt.
 */
export const withLongerTimeouts = (attempt: (longer: number) => Promise<void>): Promise<void> => {
  let longer = 0.5;
  return eventually(() => attempt((longer *= 2)));
};

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
