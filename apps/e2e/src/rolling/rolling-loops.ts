import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { randomUUID } from 'node:crypto';
import type { Client, Resource } from '../client/client.js';
import { reportRows } from '../client/report.js';
import { RollingImports } from './rolling-imports.js';
import { RequestLoop } from './request-loop.js';
import { newTenant, type Tenant } from '../client/tenant.js';
import type { Scenario } from '../suite/scenario.js';

const account = { $type: 'USER_ACCOUNT', $compartment_id: '7', $user_account_id: 'rolling' };
const profile = 'compartment_id=7,user_account_id=rolling/user_profiles/compartment_id=7/user_account_id=rolling';

/** Loops of requests that read and write every kind of data, in addition to the load of activities. */
export class RequestLoops {
  readonly imports: RollingImports;
  readonly all: RequestLoop[];
  private readonly users: string[] = [];
  private readonly warehouses: string[] = [];
  private city = -1;

  private constructor(
    private readonly client: Client,
    private readonly tenant: Tenant,
    tenantOfImports: Tenant,
  ) {
    this.imports = new RollingImports(client, tenantOfImports);
    this.all = [
      new RequestLoop('users', (number) => this.writeUser(number)),
      new RequestLoop('warehouses', (number) => this.writeWarehouse(number)),
      new RequestLoop('profile', (number) => this.writeProfile(number)),
      new RequestLoop('reports', () => this.readReport()),
      new RequestLoop('imports', () => this.imports.run()),
    ];
  }

  static async inOwnTenants(client: Client): Promise<RequestLoops> {
    const loops = new RequestLoops(client, await newTenant(client), await newTenant(client));
    const activity = { $type: 'SITE_VISIT', $site_id: '1', $user_identifiers: [account] };
    await eventually(() => client.post(`${loops.datamart}/user_activities`, activity));
    await eventually(() => client.get(`${loops.datamart}/user_points/${profile.split('/')[0]}`));
    return loops;
  }

  /** Runs all loops and the load during the fault. Expects that no request fails, except with a 503 with Retry-After. */
  async expectNoFailureDuring(scenario: Scenario, fault: () => Promise<void>): Promise<void> {
    const unanswered = scenario.load.unanswered.length;
    for (const loop of this.all) loop.start();
    try {
      const untilEachRanAgain = () => this.untilEachRanAgain();
      await scenario.runThroughFault({ inject: untilEachRanAgain, during: fault, repair: untilEachRanAgain });
    } finally {
      await Promise.all(this.all.map((loop) => loop.stop()));
    }
    expect(this.all.flatMap(({ failures }) => failures)).toEqual([]);
    expect(scenario.load.unanswered.slice(unanswered)).toEqual([]);
  }

  /** Expects everything that was written to be stored once. */
  async expectAllWritten(databaseUrl: string): Promise<void> {
    const named = async (sql: string) =>
      (await queryDatabase<{ name: string }>(databaseUrl, sql)).rows.map(({ name }) => name).sort();
    const users = `select email as name from admin.users where email like 'rolling-%'`;
    expect(await named(users)).toEqual(this.users.toSorted());
    const warehouses = 'select name from warehouse_metadata.data_warehouses where organisation_id =';
    expect(await named(`${warehouses} ${this.tenant.organisation_id}`)).toEqual(this.warehouses.toSorted());
    expect(await this.client.get(this.profilePath)).toMatchObject({ city: this.city });
    await this.imports.expectEveryLineOnce(databaseUrl);
  }

  /** Resolves when every loop has started and ended at least one more iteration. */
  private async untilEachRanAgain(): Promise<void> {
    const goals = this.all.map(({ iterations }) => iterations + 2);
    await eventually(
      () => this.all.forEach(({ iterations }, index) => expect(iterations).toBeGreaterThanOrEqual(goals[index] ?? 0)),
      { within: 300_000 },
    );
  }

  private get datamart(): string {
    return `/datamarts/${this.tenant.datamart_id}`;
  }

  private get profilePath(): string {
    return `${this.datamart}/user_points/${profile}`;
  }

  private async writeUser(number: number): Promise<void> {
    const email = `rolling-${randomUUID()}@example.com`;
    const { organisation_id } = this.tenant;
    const user = { first_name: 'A', last_name: String(number), email };
    const { id } = await this.client.post('/users', { ...user, organisation_id });
    this.users.push(email);
    await this.client.put(`/users/${id}`, { ...user, last_name: `${number} again` });
    expect(await this.client.get(`/users/${id}`)).toMatchObject({ email, last_name: `${number} again` });
  }

  private async writeWarehouse(number: number): Promise<void> {
    const name = `warehouse ${number}`;
    const path = `/datawarehouses?organisation_id=${this.tenant.organisation_id}`;
    const { id } = await this.client.post(path, { name, description: '', engine_type: 'POSTGRES' });
    this.warehouses.push(name);
    expect(await this.client.get(`/datawarehouses/${id}`)).toMatchObject({ name });
  }

  private async writeProfile(city: number): Promise<void> {
    await this.client.put(this.profilePath, { $ts: Date.now(), city });
    this.city = city;
    expect(await this.client.get<Resource>(this.profilePath)).toMatchObject({ city });
  }

  private async readReport(): Promise<void> {
    expect(await reportRows(this.client, this.datamart, ['users'])).toHaveLength(1);
  }
}
