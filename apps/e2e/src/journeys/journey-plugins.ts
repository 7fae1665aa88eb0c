import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/free-ports';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type Resource } from '../client/client.js';
import { newAnalyzedChannel, newAnalyzer, registerPlugin, storedOf } from '../client/plugins.js';
import { newTenant, type Tenant } from '../client/tenant.js';
import type { ExamplePlugin } from '../plugins/example-plugin.js';

/**
 * An analyzer changes activities, and fails.
 *
 * @param host address of this machine, as the platform sees it
 */
export function pluginsJourney(platform: () => Platform, host: string, examples: ExamplePlugin[]): void {
  describe.each(examples)('$name', (example) => {
    let directory: string;
    let client: Client;
    let tenant: Tenant;
    let analyzer: Resource;
    let processedBy: string;
    let plugin: Awaited<ReturnType<ExamplePlugin['start']>> | undefined;
    let channel_id: string;

    beforeAll(async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'tributary-plugin-'));
      client = new Client(platform().url, platform().token);
      tenant = await newTenant(client);
      const [port] = (await freePorts(1)) as [number];
      const property = { technical_name: 'event_name', property_type: 'STRING', value: { value: 'hello' } };
      const url = `http://${host}:${port}`;
      const registered = await registerPlugin(client, tenant.organisation_id, url, { plugin_properties: [property] });
      analyzer = await newAnalyzer(client, registered, 'DROP');
      channel_id = await newAnalyzedChannel(client, tenant.datamart_id, [analyzer]);
      const { group_id, artifact_id, visit_analyzer_plugin_id } = analyzer as Record<string, string>;
      processedBy = `${group_id}:${artifact_id} v.${visit_analyzer_plugin_id}`;
      const { worker } = registered;
      plugin = await example.start({ directory, gatewayUrl: platform().url, host, port, worker, processedBy });
    });

    afterAll(async () => {
      await plugin?.stop();
      await rm(directory, { recursive: true, force: true });
    });

    /** Collects an activity of a new person. @returns it as it is stored */
    async function analyze(): Promise<unknown> {
      const $user_agent_id = randomUUID();
      await client.post(`/datamarts/${tenant.datamart_id}/user_activities`, {
        $type: 'SITE_VISIT',
        $site_id: channel_id,
        $user_agent_id,
        $events: [{ $event_name: '$page_view', $properties: { $url: 'https://shop.example/a' } }],
      });
      return eventually(async () => {
        const [stored, ...others] = await storedOf(client, tenant.datamart_id, $user_agent_id);
        expect([stored, others]).toEqual([expect.anything(), []]);
        return stored;
      });
    }

    it('renames the first event of an activity, and adds processed_by', async () => {
      // Until the channel's selection is effective, activities are stored as they were sent.
      await eventually(async () =>
        expect(await analyze()).toMatchObject({
          $type: 'SITE_VISIT',
          processed_by: processedBy,
          $events: [{ $event_name: 'hello', $properties: { $url: 'https://shop.example/a' } }],
        }),
      ).catch((error: unknown) => Promise.reject(new Error(`${String(error)}\n${plugin?.log()}`)));
    });

    it('fails on an activity without events, which its strategy then drops', async () => {
      await client.post(`/datamarts/${tenant.datamart_id}/user_activities`, {
        $type: 'SITE_VISIT',
        $site_id: channel_id,
        $user_agent_id: 'no-events',
        $events: [],
      });
      await eventually(async () =>
        expect(await client.list(`/activity_analyzers/${analyzer.id}/failures`)).toMatchObject([
          { class: 'PLUGIN_ERROR', status: 500, attempts: 3 },
        ]),
      );
      expect(await storedOf(client, tenant.datamart_id, 'no-events')).toEqual([]);
    });
  });
}
