import { expect } from '@jest/globals';
import type { LoadTarget } from '@tributary/testing/load/load';
import { Client } from '../client/client.js';
import { newTenant, type Tenant } from '../client/tenant.js';

const spaced = encodeURIComponent(' 6');

/** Ids that the old version has stored with white space, which is no part of an id now. */
export class SpacedIds {
  private tenant: Tenant;

  private get compartments(): string {
    return `/datamarts/${this.tenant.datamart_id}/compartments`;
  }

  private get choices(): string {
    return `/datamarts/${this.tenant.datamart_id}/user_points/user_agent_id=spaced/user_choices`;
  }

  async create(target: LoadTarget): Promise<void> {
    const client = new Client(target.url, target.token);
    this.tenant = await newTenant(client);
    await client.put(`${this.choices}/processing_id=${spaced}`, acceptance);
    await client.post(this.compartments, { compartment_id: ' crm', name: 'Spaced' });
  }

  /** Expects that they are found as they were stored, and that new ones are the same without white space. */
  async expectFound(target: LoadTarget): Promise<void> {
    const client = new Client(target.url, target.token);
    const { choices, compartments } = this;
    const statusOf = async (method: string, path: string) => (await client.call(method, path)).status;
    expect(await client.list(`${choices}/processing_id=${spaced}`)).toMatchObject([{ $processing_id: ' 6' }]);
    await client.put(`${choices}/processing_id=${spaced}`, acceptance);
    const ids = (await client.list(choices)).map(({ $processing_id }) => $processing_id);
    expect(ids.toSorted()).toEqual([' 6', '6']);
    const crm = `${compartments}/${encodeURIComponent(' crm')}`;
    expect(await client.get(crm)).toMatchObject({ compartment_id: ' crm' });
    expect(await statusOf('DELETE', crm)).toBe(200);
    await client.post(compartments, { compartment_id: ' crm', name: 'Trimmed' });
    expect(await client.get(`${compartments}/crm`)).toMatchObject({ compartment_id: 'crm', name: 'Trimmed' });
  }
}

const acceptance = { $choice_acceptance_value: true, $choice_ts: 1_700_000_000_000 };
