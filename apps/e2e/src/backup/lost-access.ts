import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { LoadTarget } from '@tributary/testing/load/load';
import { Client, type Resource } from '../client/client.js';
import { signatureHeaders, type SigningKey } from '@tributary/testing/signed-request';
import { newMember, newTenant, type Member, type Tenant } from '../client/tenant.js';
import { tributaryOutput } from '../suite/operator.js';

/** The status of a request with each token, key and role that a restore must take back. */
interface LostStatuses {
  /** A token of a user whom the dump has. */
  token: number;
  /** A token of a user whom the dump does not have. */
  tokenOfLostUser: number;
  key: number;
  /** A write that needs the role that the user got after the dump. */
  role: number;
  /** A token that was revoked after the dump. */
  revokedToken: number;
}

/** Users, tokens, keys and roles before the dump, and those that are created after it. */
export class LostAccess {
  private tenant: Tenant;
  private member: Member;
  private memberToken: string;
  private revoked: Resource & { value: string };
  private lostToken: string;
  private lostUser: Member;
  private lostKey: SigningKey;

  async createBeforeDump(target: LoadTarget, databaseUrl: string): Promise<void> {
    const admin = new Client(target.url, target.token);
    this.tenant = await newTenant(admin);
    this.member = await newMember(admin, this.tenant, 'READER');
    const { user, role } = this.member;
    const path = `/users/${user.id}/user_roles/${role.id}`;
    // A token that the operator makes stays when the role grows. It is for community admins only.
    await admin.put(path, { role: 'COMMUNITY_ADMIN' });
    this.memberToken = (await tributaryOutput({ DATABASE_URL: databaseUrl }, 'admin', 'make-token', user.id)).trim();
    await admin.put(path, { role: 'READER' });
    this.revoked = await newToken(new Client(target.url, this.memberToken), user);
  }

  async createAfterDump(target: LoadTarget): Promise<void> {
    const admin = new Client(target.url, target.token);
    const { id } = this.member.user;
    const self = new Client(target.url, this.memberToken);
    await admin.put(`/users/${id}/user_roles/${this.member.role.id}`, { role: 'EDITOR' });
    this.lostToken = (await newToken(self, this.member.user)).value;
    this.lostKey = await self.post<Resource & SigningKey>(`/users/${id}/message_authentication_keys`, {
      scheme: 'HMAC_SHA256',
      key_id: randomUUID(),
    });
    await self.delete(`/users/${id}/api_tokens/${this.revoked.id}`);
    this.lostUser = await newMember(admin, this.tenant, 'EDITOR');
    await eventually(async () => expect(await this.statuses(target)).toEqual(beforeLoss));
  }

  async statuses({ url }: LoadTarget): Promise<LostStatuses> {
    const datamart = `/datamarts/${this.tenant.datamart_id}`;
    const segments = `${datamart}/user_points/user_agent_id=unknown/user_segments`;
    const status = async (token: string, headers?: Record<string, string>) =>
      (await new Client(url, token).call('GET', segments, undefined, headers)).status;
    const activity = { $type: 'SITE_VISIT', $site_id: '1', $user_agent_id: 'of-the-member' };
    const write = await new Client(url, this.memberToken).call('POST', `${datamart}/user_activities`, activity);
    return {
      token: await status(this.lostToken),
      tokenOfLostUser: await status(this.lostUser.client.token),
      key: await status('', signatureHeaders(this.lostKey, `/v1${segments}`)),
      role: write.status,
      revokedToken: await status(this.revoked.value),
    };
  }

  /** Creates a user, and expects it to have an id that no lost one had. */
  async expectNewIds(target: LoadTarget): Promise<void> {
    const admin = new Client(target.url, target.token);
    const { user } = await newMember(admin, this.tenant, 'READER');
    expect(Number(user.id)).toBeGreaterThan(Number(this.lostUser.user.id));
  }
}

const newToken = (client: Client, user: Resource) =>
  client.post<Resource & { value: string }>(`/users/${user.id}/api_tokens`, { name: 'own' });

/** Before the loss. The gateway accepts the reads, and the person whom they name is unknown. */
export const beforeLoss: LostStatuses = { token: 404, tokenOfLostUser: 404, key: 404, role: 200, revokedToken: 401 };
export const afterRestore: LostStatuses = { token: 401, tokenOfLostUser: 401, key: 401, role: 403, revokedToken: 401 };
