import type { Outgoing } from '@tributary/bus/message';
import type { CredentialChanged, DirectoryChanged } from '@tributary/contracts/access';
import { uuid7 } from '@tributary/contracts/uuid';
import type pg from 'pg';

const messages = <T>(values: T[]): Outgoing<T>[] => values.map((value) => ({ id: uuid7(), value }));

/** Every user with its roles, then every token, as the gateways need them. */
export async function readCredentials(client: pg.ClientBase): Promise<Outgoing<CredentialChanged>[]> {
  const users = await client.query<CredentialChanged>(`
    select 'user' as kind, u.id::text as id,
      coalesce(json_agg(json_build_object('organisation_id', r.organisation_id::text, 'role', r.role) order by r.id)
        filter (where r.id is not null), '[]') as roles
    from users u left join user_roles r on r.user_id = u.id
    group by u.id`);
  const tokens = await client.query<CredentialChanged>(`
    select 'api_token' as kind, id::text as id, token_sha256, user_id::text as user_id,
      expiration_date::float8 as expiration_date
    from api_tokens`);
  return messages([...users.rows, ...tokens.rows]);
}

/** Which organisation belongs to which community, then which datamart to which organisation. */
export async function readDirectory(client: pg.ClientBase): Promise<Outgoing<DirectoryChanged>[]> {
  const organisations = await client.query<DirectoryChanged>(
    `select 'organisation' as kind, id::text as id, community_id::text as community_id from organisations`,
  );
  const datamarts = await client.query<DirectoryChanged>(
    `select 'datamart' as kind, id::text as id, organisation_id::text as organisation_id from datamarts`,
  );
  return messages([...organisations.rows, ...datamarts.rows]);
}
