import type { Caller } from '@tributary/contracts/admin/access';
import { people, user, type BootedAdmin, type Fields } from '../booted-admin.js';

/** The worker of a plugin version, as the gateway names it. */
export const workerOf = (worker_of: string): Caller => ({ user_id: '', roles: [], worker_of });

export const aProperty = (difference: Fields = {}): Fields => ({
  technical_name: 'name',
  property_type: 'STRING',
  value: { value: 'of the version' },
  ...difference,
});

/** Plugin 1 with version 1 in organisation 1, and what specs add to them. */
export class AnalyzersPlatform {
  constructor(private readonly api: BootedAdmin) {}

  async reset(version: Fields = {}): Promise<void> {
    await this.api.query('truncate plugins, channels restart identity cascade');
    await this.createPlugin();
    await this.createVersion('1', version);
  }

  async createPlugin(difference: Fields = {}): Promise<string> {
    const plugin = { organisation_id: '1', plugin_type: 'ACTIVITY_ANALYZER', group_id: 'g', artifact_id: 'a' };
    const caller = user('COMMUNITY_ADMIN', difference['organisation_id'] === '3' ? '3' : '1');
    return (await this.api.data(caller, 'POST', '/plugins', { ...plugin, ...difference })).id;
  }

  async createVersion(plugin_id: string, difference: Fields = {}, caller: Caller = people.communityAdmin) {
    const version = { version_id: '1.0.0', ...difference };
    return (await this.api.data(caller, 'POST', `/plugins/${plugin_id}/versions`, version)).id;
  }

  createAnalyzer(difference: Fields = {}, caller: Caller = people.editor, organisation_id = '1') {
    const analyzer = { name: 'Analyzer', version_id: '1', error_recovery_strategy: 'DROP', ...difference };
    return this.api.data(caller, 'POST', `/activity_analyzers?organisation_id=${organisation_id}`, analyzer);
  }

  /** A channel of organisation 1, unless another datamart is named. */
  async createChannel(datamart_id = '1'): Promise<string> {
    const channel = { name: 'Shop', type: 'SITE' };
    const caller = user('EDITOR', datamart_id);
    return (await this.api.data(caller, 'POST', `/datamarts/${datamart_id}/channels`, channel)).id;
  }

  registerWorker(difference: Fields = {}, path = '/plugins/1/versions/1/worker') {
    const worker = { url: 'http://127.0.0.1:8080', ...difference };
    return this.api.data<Fields & { worker_id: string; authentication_token?: string }>(
      people.admin,
      'PUT',
      path,
      worker,
    );
  }
}
