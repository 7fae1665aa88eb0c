import { nameOfProfiles, namingProperties, type PersonName } from '@tributary/contracts/rules/people/name-of-profiles';
import type pg from 'pg';

interface PropertyRow {
  user_point_id: string;
  compartment_id: string;
  user_account_id: string;
  last_modified_ts: number;
  name: string;
  value: string;
}

/** Longer values are cut: they name no person. */
const maxNameChars = 255;
/** Profiles of a person that are searched, those written last. */
const maxProfiles = 5;
/** Properties of a profile that are read: its sender may repeat a name in countless spellings. */
const maxProperties = 20;

/** How the profiles of people name them; without those who have no name. Of a profile only such properties are read. */
export async function readNames(
  client: pg.ClientBase,
  datamart_id: string,
  points: string[],
): Promise<Map<string, PersonName>> {
  const { rows } = await client.query<PropertyRow>({
    name: 'read-names',
    text: `select profile.user_point_id, profile.compartment_id, profile.user_account_id,
        profile.last_modified_ts::float8 as last_modified_ts, property.key as name, left(property.value #>> '{}', ${maxNameChars}) as value
      from (select $1::bigint as datamart_id, unnest($2::uuid[]) as user_point_id) wanted
      cross join lateral (
        select * from user_profiles p
        where (p.datamart_id, p.user_point_id) = (wanted.datamart_id, wanted.user_point_id)
        order by p.last_modified_ts desc limit ${maxProfiles}) profile
      cross join lateral (
        select key, value from (
          select profile.properties where profile.parts is null
          union all
          select part.properties from user_profile_parts part
          where profile.parts is not null
            and (part.datamart_id, part.user_point_id, part.compartment_id, part.user_account_id)
              = (profile.datamart_id, profile.user_point_id, profile.compartment_id, profile.user_account_id)) stored
        cross join lateral json_each(
          case when pg_input_is_valid(stored.properties::text, 'jsonb') then stored.properties end)
        where regexp_replace(lower(key), '[$_[:space:]-]', '', 'g') = any($3::text[])
          and json_typeof(value) = 'string' and value #>> '{}' <> ''
        limit ${maxProperties}) property`,
    values: [datamart_id, points, namingProperties],
  });
  const named = Array.from(
    Map.groupBy(rows, ({ user_point_id }) => user_point_id),
    ([id, own]) => [id, nameOfProfiles(profilesOf(own))] as const,
  );
  return new Map(named);
}

const profilesOf = (rows: PropertyRow[]) =>
  Array.from(
    Map.groupBy(rows, ({ compartment_id, user_account_id }) =>
      JSON.stringify([compartment_id, user_account_id]),
    ).values(),
    (own) => ({
      ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
      $last_modified_ts: own[0]?.last_modified_ts ?? 0,
    }),
  );
