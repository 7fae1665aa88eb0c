import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing/eventually';
import type { Client, Resource } from './client.js';

/** A new organisation with a datamart, so that suites do not see each other's data. */
export interface Tenant {
  organisation_id: string;
  datamart_id: string;
}

export async function newTenant(admin: Client): Promise<Tenant> {
  const name = `tenant-${randomUUID()}`;
  const organisation = await admin.post('/organisations', { name, technical_name: name, community_id: '1' });
  // With two processes of admin, the other process reads the organisation with a delay.
  const datamart = await eventually(() => admin.post('/datamarts', { name, organisation_id: organisation.id }));
  return { organisation_id: organisation.id, datamart_id: datamart.id };
}

export interface Member {
  user: Resource;
  role: Resource;
  token_id: string;
  client: Client;
}

/** Creates a user with one role, and a client with its token. */
export async function newMember(admin: Client, { organisation_id }: Tenant, role: string): Promise<Member> {
  const email = `${randomUUID()}@example.com`;
  const user = await admin.post('/users', { first_name: 'A', last_name: role, email, organisation_id });
  const granted = await admin.post(`/users/${user.id}/user_roles`, { organisation_id, role });
  const token = await admin.post<Resource & { value: string }>(`/users/${user.id}/api_tokens`, { name: 'e2e' });
  return { user, role: granted, token_id: token.id, client: admin.as(token.value) };
}
