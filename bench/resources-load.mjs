// The loads of resources.mjs: every service has work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateLoad } from './baseline.mjs';
import { kinds } from './import-files.mjs';

const connections = 32;
const day = { start_date: 'now-30d', end_date: 'now' };
const reports = [
  { metrics: ['users', 'sessions'], dimensions: ['date_yyyy_mm_dd'] },
  { metrics: ['users'], dimensions: ['event_type', 'device_form_factor'] },
].map(({ metrics, dimensions }) => ({
  metrics: metrics.map((expression) => ({ expression })),
  dimensions: dimensions.map((name) => ({ name })),
  date_ranges: [day],
}));

/** Activities and all that goes with them, on the first datamart. */
export class MixedLoad {
  /** @param warehouse credentials of a PostgreSQL whose metadata is read */
  constructor(platform, warehouse) {
    this.platform = platform;
    this.warehouse = warehouse;
  }

  /** Registers an analyzer and a warehouse. */
  async prepare() {
    this.analyzer = spawn(process.execPath, [path.join(import.meta.dirname, 'analyzer.mjs'), '5'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = await once(this.analyzer.stdout, 'data');
    const create = async (target, body) => (await this.call('POST', target, body)).data;
    const coordinates = { organisation_id: '1', plugin_type: 'ACTIVITY_ANALYZER', group_id: 'b', artifact_id: 'a' };
    const plugin = await create('/plugins', coordinates);
    const version = await create(`/plugins/${plugin.id}/versions`, { version_id: '1.0.0' });
    await this.call('PUT', `/plugins/${plugin.id}/versions/${version.id}/worker`, { url: String(output).trim() });
    const instance = { name: 'b', version_id: version.id, error_recovery_strategy: 'STORE_WITH_ERROR_ID' };
    const analyzer = await create('/activity_analyzers?organisation_id=1', instance);
    const channel = await create('/datamarts/1/channels', { name: 'b', type: 'SITE' });
    await create(`/channels/${channel.id}/visit_analyzer_models`, { visit_analyzer_model_id: analyzer.id });
    this.analyzedSite = channel.id;
    const warehouse = await create('/datawarehouses?organisation_id=1', {
      name: 'b',
      description: '',
      engine_type: 'POSTGRES',
    });
    this.warehousePath = `/datawarehouses/${warehouse.id}`;
    await this.call('PUT', `${this.warehousePath}/credentials`, this.warehouse);
  }

  /**
   * @param rate activities a second, a fifth of them through the analyzer; undefined: as many as the machine takes
   * @returns what was collected, as the load generator prints it
   */
  async run({ seconds, rate }) {
    const until = performance.now() + seconds * 1_000;
    const settings = { url: this.platform.url, token: this.platform.token, connections, seconds };
    const often = rate === undefined;
    const work = [
      generateLoad({ ...settings, rate: rate && rate * 0.8 }),
      generateLoad({ ...settings, connections: 8, rate: rate ? rate * 0.2 : 400, site: this.analyzedSite }),
      this.repeat(until, often ? 0 : 1_000, (number) => this.report(reports[number % reports.length])),
      this.repeat(until, often ? 20 : 200, (number) => this.writeProfile(number)),
      this.repeat(until, often ? 0 : 15_000, () => this.importFile(often ? 100_000 : 20_000)),
      this.repeat(until, often ? 0 : 15_000, () => this.call('POST', `${this.warehousePath}/metadata`, {})),
      this.repeat(until, often ? 0 : 5_000, (number) => this.changeUser(number)),
      this.view(seconds),
    ];
    const [plain, analyzed] = await Promise.all(work);
    return { perSecond: plain.perSecond + analyzed.perSecond, p99: plain.p99, failed: plain.failed + analyzed.failed };
  }

  stop() {
    this.analyzer?.kill();
  }

  report = (request) => this.call('POST', '/datamarts/1/user_activities_analytics', request);

  writeProfile(number) {
    const account = `compartment_id=default,user_account_id=profile-${number % 1_000}`;
    const profile = `/datamarts/1/user_points/${account}/user_profiles/${account.replace(',', '/')}`;
    return this.call('PUT', profile, { city: String(number), tags: ['a', 'b'] });
  }

  async changeUser(number) {
    const user = { first_name: 'A', last_name: String(number), email: `${number}-${Date.now()}@example.com` };
    const { data } = await this.call('POST', '/users', { ...user, organisation_id: '1' });
    await this.call('POST', `/users/${data.id}/api_tokens`, { name: 'b' });
    await this.call('DELETE', `/users/${data.id}`);
  }

  async importFile(lines) {
    const { document_type, mime_type, content_type, file } = kinds.activities;
    const definition = { document_type, mime_type, encoding: 'utf-8', name: 'b' };
    const { data } = await this.call('POST', '/datamarts/1/document_imports', definition);
    let { data: execution } = await this.call(
      'POST',
      `/datamarts/1/document_imports/${data.id}/executions`,
      Readable.from(file(0, lines)),
      content_type,
    );
    const { pathname } = new URL(execution.permalink_uri, this.platform.url);
    for (; ['PENDING', 'RUNNING'].includes(execution.status); await sleep(500))
      execution = (await this.call('GET', pathname.replace(/^\/v1/, ''))).data;
  }

  /** A viewer of the live feed. */
  async view(seconds) {
    const target = `${this.platform.url}/v1/datamarts/1/user_activities/events`;
    const signal = AbortSignal.timeout(seconds * 1_000);
    const { body } = await fetch(target, { headers: { authorization: this.platform.token }, signal });
    try {
      for await (const _chunk of body);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async repeat(until, pauseMs, task) {
    for (let number = 0; performance.now() < until; number++) {
      await task(number);
      await sleep(Math.min(pauseMs, Math.max(until - performance.now(), 0)));
    }
  }

  /** Sends again what is answered 503. */
  async call(method, target, body, contentType = 'application/json') {
    const isStream = body instanceof Readable;
    for (;;) {
      const response = await fetch(`${this.platform.url}/v1${target}`, {
        method,
        headers: { authorization: this.platform.token, ...(body && { 'content-type': contentType }) },
        ...(body && { body: isStream ? Readable.toWeb(body) : JSON.stringify(body), duplex: 'half' }),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      if (response.status !== 503 || isStream)
        throw new Error(`${method} ${target} answers ${response.status}: ${text}`);
      await sleep(500);
    }
  }
}
