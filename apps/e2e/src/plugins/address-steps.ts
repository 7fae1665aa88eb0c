import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { PluginDouble, status } from '@tributary/testing/plugin-double';
import type { AppProcess } from '@tributary/testing/processes/processes';
import type { Client } from '../client/client.js';
import { registerPlugin, untilEffective } from '../client/plugins.js';
import { newTenant } from '../client/tenant.js';
import { AnalyzedChannel } from './analyzed-channel.js';

/** The plugins of the suites are on this machine. */
export const localHosts = '127.0.0.1,::1';

/** Restarts the processes with other hosts that may be private. */
export async function allowHosts(processes: AppProcess[], hosts: string): Promise<void> {
  for (const process of processes) {
    process.program.env['PLUGIN_ALLOWED_HOSTS'] = hosts;
    await process.terminate();
  }
  await Promise.all(processes.map((process) => process.start()));
}

/** @param allow sets the hosts that may be private, for calls */
export async function expectNoPrivateCalls(client: Client, allow: (hosts: string) => Promise<void>): Promise<void> {
  const { organisation_id } = await newTenant(client);
  const refused = [
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/',
    'https://10.0.0.1/',
    'http://example.com/',
  ];
  for (const url of refused) await expect(registerPlugin(client, organisation_id, url)).rejects.toThrow('answers 400');
  const hidden = await PluginDouble.start();
  const redirecting = await PluginDouble.start(() => status(302, { location: `${hidden.url}/latest/meta-data` }));
  const redirected = await AnalyzedChannel.create(client, [{ plugin: redirecting.url }]);
  const named = await AnalyzedChannel.create(client, [{ plugin: `https://localhost:${hidden.port}` }]);
  await untilEffective();
  await redirected.post('redirected');
  await eventually(async () =>
    expect(await redirected.failures()).toMatchObject([{ class: 'INVALID_ANSWER', status: 302, attempts: 1 }]),
  );
  expect(hidden.calls).toEqual([]);
  // Control: while its address is allowed, the name is connected to; the double speaks no TLS.
  await named.post('allowed');
  await eventually(async () => expect(await named.failures()).toMatchObject([{ class: 'UNAVAILABLE', attempts: 3 }]));
  const { connections } = hidden;
  await allow('192.0.2.1');
  try {
    await named.post('refused');
    await eventually(async () =>
      expect(await named.failures()).toMatchObject([{ class: 'NO_WORKER', attempts: 0 }, { class: 'UNAVAILABLE' }]),
    );
    expect(hidden.connections).toBe(connections);
  } finally {
    await allow(localHosts);
    await Promise.all([hidden.close(), redirecting.close()]);
  }
}
