import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing/eventually';
import { PluginDouble } from '@tributary/testing/plugin-double';
import type { Client, Resource } from '../client/client.js';
import {
  limitCalls,
  newAnalyzedChannel,
  newAnalyzer,
  registerPlugin,
  storedOf,
  type RecoveryStrategy,
  type RegisteredPlugin,
  type StoredActivity,
} from '../client/plugins.js';
import { newTenant, type Tenant } from '../client/tenant.js';

/** An analyzer of a channel, as a test describes it. */
export interface Link {
  /** The address of the plugin, or a plugin that other channels use too. */
  plugin: string | RegisteredPlugin;
  strategy?: RecoveryStrategy;
  /** Limits of the plugin's calls, for a plugin that is registered here. */
  throttlings?: Parameters<typeof limitCalls>[2][];
  version?: object;
}

export interface Failure {
  activity_id: string;
  class: string;
  status?: number;
  attempts: number;
}

/** A channel with its chain of analyzers. */
export class AnalyzedChannel {
  private constructor(
    private readonly client: Client,
    readonly tenant: Tenant,
    readonly id: string,
    readonly plugins: RegisteredPlugin[],
    readonly analyzers: Resource[],
  ) {}

  /** Creates everything that the chain needs, in a new organisation unless one is given. It acts within a second. */
  static async create(client: Client, chain: Link[], tenant?: Tenant): Promise<AnalyzedChannel> {
    const owner = tenant ?? (await newTenant(client));
    const plugins: RegisteredPlugin[] = [];
    const analyzers: Resource[] = [];
    for (const link of chain) {
      const plugin = await pluginOf(client, owner, link);
      plugins.push(plugin);
      const { organisation_id } = owner;
      analyzers.push(await newAnalyzer(client, { ...plugin, organisation_id }, link.strategy));
    }
    const id = await newAnalyzedChannel(client, owner.datamart_id, analyzers);
    return new AnalyzedChannel(client, owner, id, plugins, analyzers);
  }

  /** Sends an activity of the person with this user agent, again if a busy machine answers 503. @returns its id. */
  async post(agent: string, fields: object = {}): Promise<string> {
    const activity = this.activity(agent, fields);
    const path = `/datamarts/${this.tenant.datamart_id}/user_activities`;
    return (await eventually(() => this.client.post(path, activity))).id;
  }

  activity(agent: string, fields: object = {}): Record<string, unknown> {
    return {
      $unique_key: randomUUID(),
      $type: 'SITE_VISIT',
      $site_id: this.id,
      $user_agent_id: agent,
      $events: [{ $event_name: '$home_view', $properties: {} }],
      ...fields,
    };
  }

  stored(agent: string): Promise<StoredActivity[]> {
    return storedOf(this.client, this.tenant.datamart_id, agent);
  }

  async failures(position = 0): Promise<Failure[]> {
    const path = `/activity_analyzers/${this.analyzers[position]?.id}/failures?max_results=500`;
    const failures: Failure[] = [];
    for (let page: Failure[] | undefined; !page || page.length === 500; failures.push(...page))
      page = await this.client.list<Failure>(`${path}&first_result=${failures.length}`);
    return failures;
  }
}

async function pluginOf(client: Client, { organisation_id }: Tenant, link: Link): Promise<RegisteredPlugin> {
  if (typeof link.plugin !== 'string') return link.plugin;
  const plugin = await registerPlugin(client, organisation_id, link.plugin, link.version);
  for (const throttling of link.throttlings ?? []) await limitCalls(client, plugin, throttling);
  return plugin;
}

/** Answers as the path of the worker's address says, so that one double stands for plugins that behave differently. */
export const startPluginByPath = (answers: Record<string, PluginDouble['script']>): Promise<PluginDouble> =>
  PluginDouble.start((call, count) => {
    const name = call.path.split('/')[1] ?? '';
    const script = answers[name];
    if (!script) throw new Error(`no plugin answers at ${call.path}`);
    return script(call, count);
  });
