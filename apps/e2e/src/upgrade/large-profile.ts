import { expect } from '@jest/globals';
import type { LoadTarget } from '@tributary/testing/load/load';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { Client } from '../client/client.js';
import { newTenant, type Tenant } from '../client/tenant.js';

/** A profile that an old version has stored, larger than a profile may be now. */
export class LargeProfile {
  private tenant: Tenant;
  private readonly properties = { large: 'x'.repeat(400_000), city: 'Rome', removed: 1 };

  private get profile(): string {
    const point = `/datamarts/${this.tenant.datamart_id}/user_points/compartment_id=c,user_account_id=large`;
    return `${point}/user_profiles/compartment_id=c/user_account_id=large`;
  }

  async create(target: LoadTarget): Promise<void> {
    const client = new Client(target.url, target.token);
    this.tenant = await newTenant(client);
    await client.put(this.profile, this.properties);
  }

  /** Expects that it can be read and shrunk, that it cannot grow, and that it is stored in parts once the upgrade has ended. */
  async expectUsable(target: LoadTarget, databaseUrl: string): Promise<void> {
    const client = new Client(target.url, target.token);
    expect(await client.get(this.profile)).toMatchObject(this.properties);
    expect((await client.call('PUT', this.profile, { added: 1 })).status).toBe(400);
    await client.put(`${this.profile}?update_strategy=PARTIAL_DELETE`, { removed: 1 });
    // Processes of the old version may still run: they read it whole.
    expect(await this.parts(databaseUrl)).toBe(0);
    await queryDatabase(databaseUrl, 'update tracking_ingest.profile_parts_since set since_ts = 1');
    await queryDatabase(databaseUrl, 'update tracking_ingest.rules_migration_steps set passes = 2');
    await client.put(this.profile, { city: 'Oslo' });
    expect(await this.parts(databaseUrl)).toBeGreaterThan(1);
    const profile = await client.get<object>(this.profile);
    expect(profile).toMatchObject({ large: this.properties.large, city: 'Oslo' });
    expect(profile).not.toHaveProperty('removed');
  }

  private async parts(databaseUrl: string): Promise<number> {
    const { rows } = await queryDatabase<{ parts: number }>(
      databaseUrl,
      `select count(*)::int as parts from tracking_ingest.user_profile_parts
        where datamart_id = ${Number(this.tenant.datamart_id)}`,
    );
    return rows[0]?.parts ?? 0;
  }
}
