import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/load-check';
import { randomUUID } from 'node:crypto';
import type { Resource } from './client.js';
import { reportRows } from './report.js';
import { RollingImports } from './rolling-imports.js';
import { Visitor, type PoliteClient } from './rolling-visitor.js';
import { newTenant, type Tenant } from './tenant.js';

const account = { $type: 'USER_ACCOUNT', $compartment_id: '7', $user_account_id: 'rolling' };
const profile = 'compartment_id=7,user_account_id=rolling/user_profiles/compartment_id=7/user_account_id=rolling';

/** Readers and writers of everything that the product has, beside those who collect. */
export class Visitors {
  readonly imports: RollingImports;
  readonly all: Visitor[];
  private readonly users: string[] = [];
  private readonly warehouses: string[] = [];
  private city = -1;

  private constructor(
    private readonly client: PoliteClient,
    private readonly tenant: Tenant,
    tenantOfImports: Tenant,
  ) {
    this.imports = new RollingImports(client, tenantOfImports);
    this.all = [
      new Visitor('users', (number) => this.writeUser(number)),
      new Visitor('warehouses', (number) => this.writeWarehouse(number)),
      new Visitor('profile', (number) => this.writeProfile(number)),
      new Visitor('reports', () => this.readReport()),
      new Visitor('imports', () => this.imports.run()),
    ];
  }

  static async inTenantsOfTheirOwn(client: PoliteClient): Promise<Visitors> {
    const visitors = new Visitors(client, await newTenant(client), await newTenant(client));
    const visit = { $type: 'SITE_VISIT', $site_id: '1', $user_identifiers: [account] };
    await eventually(() => client.post(`${visitors.datamart}/user_activities`, visit));
    await eventually(() => client.get(`${visitors.datamart}/user_points/${profile.split('/')[0]}`));
    return visitors;
  }

  /** What was written is there, once. */
  async expectAllThere(databaseUrl: string): Promise<void> {
    const named = async (sql: string) =>
      (await queryDatabase<{ name: string }>(databaseUrl, sql)).rows.map(({ name }) => name).sort();
    const users = `select email as name from admin.users where email like 'rolling-%'`;
    expect(await named(users)).toEqual(this.users.toSorted());
    const warehouses = 'select name from warehouse_metadata.data_warehouses where organisation_id =';
    expect(await named(`${warehouses} ${this.tenant.organisation_id}`)).toEqual(this.warehouses.toSorted());
    expect(await this.client.get(this.profilePath)).toMatchObject({ city: this.city });
    await this.imports.expectEveryLineOnce(databaseUrl);
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
