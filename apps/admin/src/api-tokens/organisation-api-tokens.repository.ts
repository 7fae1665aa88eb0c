import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { roles } from '@tributary/contracts/rules/access/roles';
import type { OrganisationApiToken, OrganisationApiTokensQuery } from '@tributary/contracts/admin/api-token';
import { listRows } from '@tributary/database/list-rows';
import { transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import type { ApiTokenEntity } from './api-token.entity.js';
import { toApiToken } from './to-api-token.js';

type Row = ApiTokenEntity & Pick<OrganisationApiToken, 'user_id' | 'user_type' | 'user_name'>;

/**
 * Tokens of the users of organisation $1 and of its guests, as far as the roles of the caller ($2, at most $3) cover all roles
 * of the user: those of others, the caller could not revoke. $4 are the roles, the weakest first.
 */
const tokens = `
  from api_tokens join users on users.id = api_tokens.user_id
  where (users.organisation_id = $1
      or exists (select from user_roles where user_id = users.id and user_roles.organisation_id = $1))
    and not exists (
      select from user_roles as held join organisations as place on place.id = held.organisation_id
      where held.user_id = users.id and users.id <> $5 and not (
        array_position($4::text[], held.role) <= array_position($4::text[], $3)
        and exists (
          select from jsonb_to_recordset($2) as own (organisation_id bigint, role text)
          join organisations as home on home.id = own.organisation_id
          where (own.organisation_id = held.organisation_id
              and array_position($4::text[], held.role) <= array_position($4::text[], own.role))
            or (own.role = 'COMMUNITY_ADMIN' and home.community_id = place.community_id))))
    and ($6::text is null or users.type = $6)
    and ($7::bigint is null or coalesce(last_used_ts, creation_date) < $7)`;

const columns = `
  api_tokens.id::text as id, api_tokens.user_id::text as user_id, created_by::text as created_by, name, last_characters,
  creation_date::float8 as creation_date, expiration_date::float8 as expiration_date, limits,
  last_used_ts::float8 as last_used_ts, users.type as user_type,
  coalesce(display_name, concat_ws(' ', first_name, last_name)) as user_name`;

/** The API tokens of all users of an organisation. */
@Injectable()
export class OrganisationApiTokensRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The one that was not used for longest comes first. */
  async list(
    organisation_id: string,
    { user_type, unused_since, ...page }: OrganisationApiTokensQuery,
    caller: Caller,
  ): Promise<Page<OrganisationApiToken>> {
    const values = [
      organisation_id,
      JSON.stringify(caller.roles),
      caller.highest_role ?? roles.at(-1),
      roles,
      caller.user_id,
      user_type ?? null,
      unused_since ?? null,
    ];
    const order = 'coalesce(last_used_ts, creation_date), api_tokens.id';
    const { items: rows, total } = await transaction(this.dataSource, (client) =>
      listRows<Row>(client, { columns, from: tokens, order, values }, page),
    );
    const items = rows.map(({ user_id, user_type: type, user_name, ...token }) => ({
      ...toApiToken({ ...token, user_id }),
      user_id,
      user_type: type,
      user_name,
    }));
    return { items, total };
  }
}
