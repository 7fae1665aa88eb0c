import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { LoadTarget } from '@tributary/testing/load/load';
import { Client, type Resource } from '../client/client.js';
import { reportRows } from '../client/report.js';
import { signatureHeaders, type SigningKey } from '@tributary/testing/signed-request';
import { newMember, newTenant, type Tenant } from '../client/tenant.js';

const importTimeout = { within: 180_000, every: 250 };
const agent = 'user_agent_id=kept-1';
const visit = (who: string) => JSON.stringify({ $type: 'SITE_VISIT', $site_id: '1', $user_agent_id: who });
const line = (n: number) => visit(`kept-${n}`);
const activities = [line(1), line(2), 'no json', line(3), line(1)].join('\n');
const activitiesFormat = ['USER_ACTIVITY', 'APPLICATION_X_NDJSON', 'application/x-ndjson'];
const segments = 'user_agent_id;segment_id;operation\nkept-1;42;UPDATE\nkept-2;42;UPDATE\n';

/** One example of each kind of stored data, in a separate tenant that the load does not use. */
export class KnownContent {
  private tenant: Tenant;
  private memberToken: string;
  private signingKey: SigningKey;
  private errorFile: string;
  private readonly paths: string[] = [];

  /** @param warehouseUrl a PostgreSQL server that runs longer than the platform */
  async create(target: LoadTarget, warehouseUrl: string): Promise<void> {
    const admin = new Client(target.url, target.token);
    this.tenant = await newTenant(admin);
    const { user, client } = await newMember(admin, this.tenant, 'EDITOR');
    this.memberToken = client.token;
    this.signingKey = await admin.post<Resource & SigningKey>(`/users/${user.id}/message_authentication_keys`, {
      scheme: 'HMAC_SHA256',
      key_id: randomUUID(),
    });
    await this.importKnownFile(client, ...activitiesFormat, activities);
    await this.importKnownFile(client, 'USER_SEGMENT', 'TEXT_CSV', 'text/csv', segments);
    await this.createUserData(client);
    await this.createWarehouse(client, warehouseUrl);
  }

  /** Reads all of it through the API of any platform. */
  async read({ url }: LoadTarget): Promise<Record<string, unknown>> {
    const client = new Client(url, this.memberToken);
    const responses: Record<string, unknown> = {};
    for (const path of this.paths) responses[path] = (await client.call<{ data: unknown }>('GET', path)).body.data;
    responses['error file'] = (await client.call('GET', this.errorFile)).body;
    return responses;
  }

  /** Waits until reports contain it. */
  async expectReported({ url }: LoadTarget): Promise<void> {
    const client = new Client(url, this.memberToken);
    await eventually(
      async () => expect(await reportRows(client, this.datamart, ['users', 'sessions'])).toEqual([[3, 4]]),
      importTimeout,
    );
  }

  /** The status of a signed request, whose key is stored encrypted. */
  async signedStatus({ url }: LoadTarget): Promise<number> {
    const uri = `${this.datamart}/user_points/${agent}/user_segments`;
    const headers = signatureHeaders(this.signingKey, `/v1${uri}`);
    return (await new Client(url, '').call('GET', uri, undefined, headers)).status;
  }

  /**
   * The status of a read of the warehouse, whose password is stored encrypted.
   *
   * @param fetch_only false: the tree is stored
   */
  async warehouseStatus({ url }: LoadTarget, fetch_only = true): Promise<number> {
    const client = new Client(url, this.memberToken);
    return (await client.call('POST', `${this.paths[0]}/metadata`, { fetch_only })).status;
  }

  /** Imports a visit of a new person, outside the known content. @returns the number of visits of that person. */
  async importVisit({ url }: LoadTarget, who: string): Promise<unknown> {
    const client = new Client(url, this.memberToken);
    await this.importFile(client, ...activitiesFormat, visit(who));
    const visits = `${this.datamart}/user_points/user_agent_id=${who}/user_activities`;
    return (await client.call<{ total?: number }>('GET', visits)).body.total;
  }

  private get datamart(): string {
    return `/datamarts/${this.tenant.datamart_id}`;
  }

  private async importKnownFile(client: Client, ...file: string[]): Promise<void> {
    const { path, result } = await this.importFile(client, ...file);
    this.paths.push(path);
    const uri = result['error_file_uri'];
    if (typeof uri === 'string') this.errorFile = `/data_file/data?uri=${encodeURIComponent(uri)}`;
  }

  private async importFile(client: Client, ...[document_type, mime_type, contentType, file]: string[]) {
    const imports = `${this.datamart}/document_imports`;
    const { id } = await client.post(imports, { document_type, mime_type, encoding: 'utf-8', name: 'kept' });
    const headers = { 'content-type': `${contentType}; charset=utf-8`, 'idempotency-key': randomUUID() };
    const execution = await client.post(`${imports}/${id}/executions`, file, headers);
    const path = `${imports}/${id}/executions/${execution.id}`;
    return eventually(async () => {
      const now = await client.get<Resource & { result: Record<string, unknown> }>(path);
      expect(now['status']).toBe('SUCCEEDED');
      return { path, result: now.result };
    }, importTimeout);
  }

  private async createUserData(client: Client): Promise<void> {
    const point = `${this.datamart}/user_points/${agent}`;
    const profile = `${point}/user_profiles/compartment_id=7/user_account_id=kept`;
    await client.put(profile, { $ts: 2_000, city: 'Lyon' });
    await client.put(`${point}/user_choices/processing_id=p-1`, { $choice_ts: 2_000, $choice_acceptance_value: true });
    const collections = ['user_identifiers', 'user_activities', 'user_segments', 'user_choices'];
    this.paths.push(profile, point, ...collections.map((collection) => `${point}/${collection}`));
    this.paths.push(`/datamarts?organisation_id=${this.tenant.organisation_id}`, '/connected_user');
  }

  private async createWarehouse(client: Client, warehouseUrl: string): Promise<void> {
    const warehouse = await client.post(`/datawarehouses?organisation_id=${this.tenant.organisation_id}`, {
      name: 'Kept',
      description: '',
      engine_type: 'POSTGRES',
    });
    const path = `/datawarehouses/${warehouse.id}`;
    const { hostname: host, port, username: user, password, pathname } = new URL(warehouseUrl);
    const credentials = { host, port: Number(port || 5432), user, password, database: pathname.slice(1) };
    await client.put(`${path}/credentials`, credentials);
    this.paths.unshift(path);
  }
}
