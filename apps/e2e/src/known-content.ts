import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { LoadTarget } from '@tributary/testing/load';
import { Client, type Resource } from './client.js';
import { reportRows } from './report.js';
import { signatureHeaders, type SigningKey } from './signed-request.js';
import { newMember, newTenant, type Tenant } from './tenant.js';

const ended = { within: 180_000, every: 250 };
const agent = 'user_agent_id=kept-1';
const visit = (who: string) => JSON.stringify({ $type: 'SITE_VISIT', $site_id: '1', $user_agent_id: who });
const line = (n: number) => visit(`kept-${n}`);
const activities = [line(1), line(2), 'no json', line(3), line(1)].join('\n');
const ofActivities = ['USER_ACTIVITY', 'APPLICATION_X_NDJSON', 'application/x-ndjson'];
const segments = 'user_agent_id;segment_id;operation\nkept-1;42;UPDATE\nkept-2;42;UPDATE\n';

/** Something of everything that the platform keeps, in a tenant of its own that no load touches. */
export class KnownContent {
  private tenant: Tenant;
  private memberToken: string;
  private signingKey: SigningKey;
  private errorFile: string;
  private readonly paths: string[] = [];

  /** @param warehouseUrl a PostgreSQL server that outlives the platform */
  async make(target: LoadTarget, warehouseUrl: string): Promise<void> {
    const admin = new Client(target.url, target.token);
    this.tenant = await newTenant(admin);
    const { user, client } = await newMember(admin, this.tenant, 'EDITOR');
    this.memberToken = client.token;
    this.signingKey = await admin.post<Resource & SigningKey>(`/users/${user.id}/message_authentication_keys`, {
      ...{ scheme: 'HMAC_SHA256', key_id: randomUUID() },
    });
    await this.keepFile(client, ...ofActivities, activities);
    await this.keepFile(client, 'USER_SEGMENT', 'TEXT_CSV', 'text/csv', segments);
    await this.attach(client);
    await this.link(client, warehouseUrl);
  }

  /** What the API says of all of it, whichever platform is asked. */
  async read({ url }: LoadTarget): Promise<Record<string, unknown>> {
    const client = new Client(url, this.memberToken);
    const answers: Record<string, unknown> = {};
    for (const path of this.paths) answers[path] = (await client.call<{ data: unknown }>('GET', path)).body.data;
    answers['error file'] = (await client.call('GET', this.errorFile)).body;
    return answers;
  }

  /** Reports are there a moment later. */
  async expectReported({ url }: LoadTarget): Promise<void> {
    const client = new Client(url, this.memberToken);
    await eventually(
      async () => expect(await reportRows(client, this.datamart, ['users', 'sessions'])).toEqual([[3, 4]]),
      ended,
    );
  }

  /** Status of a signed request: its key was sealed. */
  async signedStatus({ url }: LoadTarget): Promise<number> {
    const uri = `${this.datamart}/user_points/${agent}/user_segments`;
    const headers = signatureHeaders(this.signingKey, `/v1${uri}`);
    return (await new Client(url, '').call('GET', uri, undefined, headers)).status;
  }

  /** Status of reading the warehouse: its password was sealed. */
  async warehouseStatus({ url }: LoadTarget): Promise<number> {
    const client = new Client(url, this.memberToken);
    return (await client.call('POST', `${this.paths[0]}/metadata`, { fetch_only: true })).status;
  }

  /** Imports a visit of somebody new, which is no part of the content. @returns how many visits of theirs there are then. */
  async importVisit({ url }: LoadTarget, who: string): Promise<unknown> {
    const client = new Client(url, this.memberToken);
    await this.importFile(client, ...ofActivities, visit(who));
    const visits = `${this.datamart}/user_points/user_agent_id=${who}/user_activities`;
    return (await client.call<{ total?: number }>('GET', visits)).body.total;
  }

  private get datamart(): string {
    return `/datamarts/${this.tenant.datamart_id}`;
  }

  private async keepFile(client: Client, ...file: string[]): Promise<void> {
    const { path, result } = await this.importFile(client, ...file);
    this.paths.push(path);
    const uri = result['error_file_uri'];
    if (typeof uri === 'string') this.errorFile = `/data_file/data?uri=${encodeURIComponent(uri)}`;
  }

  private async importFile(client: Client, ...[document_type, mime_type, contentType, file]: string[]) {
    const imports = `${this.datamart}/document_imports`;
    const { id } = await client.post(imports, { document_type, mime_type, encoding: 'utf-8', name: 'kept' });
    const headers = { 'content-type': `${contentType}; charset=utf-8` };
    const execution = await client.post(`${imports}/${id}/executions`, file, headers);
    const path = `${imports}/${id}/executions/${execution.id}`;
    return eventually(async () => {
      const now = await client.get<Resource & { result: Record<string, unknown> }>(path);
      expect(now['status']).toBe('SUCCEEDED');
      return { path, result: now.result };
    }, ended);
  }

  private async attach(client: Client): Promise<void> {
    const point = `${this.datamart}/user_points/${agent}`;
    const profile = `${point}/user_profiles/compartment_id=7/user_account_id=kept`;
    await client.put(profile, { $ts: 2_000, city: 'Lyon' });
    await client.put(`${point}/user_choices/processing_id=p-1`, { $choice_ts: 2_000, $choice_acceptance_value: true });
    const ofPoint = ['user_identifiers', 'user_activities', 'user_segments', 'user_choices'];
    this.paths.push(profile, point, ...ofPoint.map((collection) => `${point}/${collection}`));
    this.paths.push(`/datamarts?organisation_id=${this.tenant.organisation_id}`, '/connected_user');
  }

  private async link(client: Client, warehouseUrl: string): Promise<void> {
    const warehouse = await client.post(`/datawarehouses?organisation_id=${this.tenant.organisation_id}`, {
      ...{ name: 'Kept', description: '', engine_type: 'POSTGRES' },
    });
    const path = `/datawarehouses/${warehouse.id}`;
    const { hostname: host, port, username: user, password, pathname } = new URL(warehouseUrl);
    const credentials = { host, port: Number(port || 5432), user, password, database: pathname.slice(1) };
    await client.put(`${path}/credentials`, credentials);
    this.paths.unshift(path);
  }
}
