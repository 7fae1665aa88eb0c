import { pipeline } from '@tributary/database/pipeline';
import { columnsOf, plainArray, plainColumns } from '@tributary/database/plain-array';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type pg from 'pg';
import { lockErasuresShared } from '../identity/erasure-lock.js';
import { int64Id } from '../int64.js';
import {
  observationLimits,
  type ObservedDatamart,
  type ObservedProperty,
  type ObservedType,
} from './observed-events.js';

type NamedType = ObservedType & { name: string };
type NamedProperty = ObservedProperty & { name: string; property: string };

/** Saves what was seen of a datamart within its limits, counts the rest, and returns all names that it has now. */
export async function saveObservations(
  client: pg.ClientBase,
  datamart: string,
  { types, left_out }: ObservedDatamart,
): Promise<Set<string>> {
  const datamart_id = int64Id(datamart);
  const { known } = await pipeline(client, () => ({
    // An erasure either finds the values of this transaction, or its people are gone for it.
    erasures: lockErasuresShared(client, new Set([datamart_id])),
    plan: client.query('insert into tracking_plans values ($1) on conflict do nothing', [datamart_id]),
    lock: client.query('select from tracking_plans where datamart_id = $1 for update', [datamart_id]),
    known: readNames(client, datamart_id),
  }));
  const { names, fitting } = fitNames(known.rows, types);
  const without = sum([...types.values()], ({ events }) => events) - sum(fitting, ({ events }) => events);
  const { stored } = await pipeline(client, () => ({
    stored: readProperties(client, datamart_id, fitting),
    ...saveTypes(client, datamart_id, fitting),
  }));
  const properties = fitProperties(stored.rows, fitting);
  await pipeline(client, () => [
    ...saveProperties(client, datamart_id, properties.fitting),
    ...saveValues(client, datamart_id, properties.fitting),
    client.query({
      name: 'count-overflow',
      text: `update tracking_plans set overflow_names = overflow_names + $2, overflow_properties = overflow_properties + $3
        where datamart_id = $1`,
      values: [datamart_id, left_out + without, properties.leftOut],
    }),
  ]);
  return names;
}

const sum = <One>(all: One[], of: (one: One) => number) => all.reduce((total, one) => total + of(one), 0);

interface KnownName {
  name: string;
  is_public: boolean;
  is_planned: boolean;
  is_seen: boolean;
}

const readNames = (client: pg.ClientBase, datamart_id: string) =>
  client.query<KnownName>({
    name: 'read-observed-names',
    text: `select name, coalesce(is_public, false) as is_public, p.name is not null as is_planned,
        o.name is not null as is_seen
      from (select * from observed_event_types where datamart_id = $1) o
      full join (select * from planned_event_types where datamart_id = $1) p using (datamart_id, name)`,
    values: [datamart_id],
  });

/** The types that the datamart has, that its plan names, or that find room. Public ones fill at most a half. */
function fitNames(
  rows: KnownName[],
  types: ReadonlyMap<string, ObservedType>,
): { names: Set<string>; fitting: NamedType[] } {
  const names = new Set(rows.map(({ name }) => name));
  const counted = rows.filter(({ is_planned, is_seen }) => is_seen && !is_planned);
  let room = observationLimits.names - counted.length;
  let publicRoom = observationLimits.names / 2 - counted.filter(({ is_public }) => is_public).length;
  const fitting: NamedType[] = [];
  for (const [name, type] of types) {
    const fits = names.has(name) || (room > 0 && (!type.is_public || publicRoom > 0));
    if (!fits) continue;
    fitting.push({ ...type, name });
    if (names.has(name)) continue;
    names.add(name);
    room -= 1;
    if (type.is_public) publicRoom -= 1;
  }
  return { names, fitting };
}

function saveTypes(client: pg.ClientBase, datamart_id: string, types: NamedType[]): Promise<unknown>[] {
  if (types.length === 0) return [];
  const names = types.map(({ name }) => name);
  const saved = client.query({
    name: 'save-observed-types',
    text: `insert into observed_event_types as known
        (datamart_id, name, is_public, first_seen_ts, last_seen_ts, channels, last_violation)
      select $1, name, is_public, first_seen_ts, last_seen_ts,
        array(select jsonb_array_elements_text(channels::jsonb)), last_violation
      from unnest($2::text[], $3::boolean[], $4::bigint[], $5::bigint[], $6::text[], $7::text[])
        as seen (name, is_public, first_seen_ts, last_seen_ts, channels, last_violation)
      on conflict (datamart_id, name) do update set
        is_public = known.is_public and excluded.is_public,
        first_seen_ts = least(known.first_seen_ts, excluded.first_seen_ts),
        last_seen_ts = greatest(known.last_seen_ts, excluded.last_seen_ts),
        channels = (array(select distinct unnest(known.channels || excluded.channels) order by 1))[1:${observationLimits.channels}],
        last_violation = coalesce(excluded.last_violation, known.last_violation)`,
    values: [
      datamart_id,
      names,
      types.map(({ is_public }) => is_public),
      ...plainColumns(types, 'first_seen_ts', 'last_seen_ts'),
      types.map(({ channels }) => JSON.stringify([...channels])),
      types.map(({ last_violation }) => last_violation ?? null),
    ],
  });
  const counted = client.query({
    name: 'count-event-type-days',
    text: `insert into event_type_days as known (datamart_id, name, day_ts, events, violations)
      select $1, * from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
      on conflict (datamart_id, name, day_ts) do update set
        events = known.events + excluded.events, violations = known.violations + excluded.violations`,
    values: [
      datamart_id,
      names,
      plainArray(types.map(({ last_seen_ts }) => last_seen_ts - (last_seen_ts % dayMs))),
      ...plainColumns(types, 'events', 'violations'),
    ],
  });
  return [saved, counted];
}

const readProperties = (client: pg.ClientBase, datamart_id: string, types: NamedType[]) =>
  client.query<{ name: string; property: string }>({
    name: 'read-observed-properties',
    text: 'select name, property from observed_properties where datamart_id = $1 and name = any($2::text[])',
    values: [datamart_id, types.map(({ name }) => name)],
  });

/** The properties that their types have, or that find room; and how many values of others there were. */
function fitProperties(
  rows: { name: string; property: string }[],
  types: NamedType[],
): { fitting: NamedProperty[]; leftOut: number } {
  const known = Map.groupBy(rows, ({ name }) => name);
  const fitting: NamedProperty[] = [];
  let leftOut = sum(types, (type) => type.left_out);
  for (const { name, properties } of types) {
    const names = new Set(known.get(name)?.map(({ property }) => property));
    for (const [property, seen] of properties)
      if (names.has(property) || names.size < observationLimits.properties) {
        names.add(property);
        fitting.push({ ...seen, name, property });
      } else leftOut += sum(Object.values(seen.types), (count) => count);
  }
  return { fitting, leftOut };
}

function saveProperties(client: pg.ClientBase, datamart_id: string, seen: NamedProperty[]): Promise<unknown>[] {
  if (seen.length === 0) return [];
  const saved = client.query({
    name: 'save-observed-properties',
    text: `insert into observed_properties as known (datamart_id, name, property, types, first_seen_ts, last_seen_ts)
      select $1, name, property, types::jsonb, first_seen_ts, last_seen_ts
      from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
        as seen (name, property, types, first_seen_ts, last_seen_ts)
      on conflict (datamart_id, name, property) do update set
        types = (select jsonb_object_agg(key, count) from (
          select key, sum(value::bigint) as count from (
            select * from jsonb_each_text(known.types) union all select * from jsonb_each_text(excluded.types)) part
          group by key) added),
        first_seen_ts = least(known.first_seen_ts, excluded.first_seen_ts),
        last_seen_ts = greatest(known.last_seen_ts, excluded.last_seen_ts)`,
    values: [
      datamart_id,
      ...columnsOf(seen, 'name', 'property'),
      seen.map(({ types }) => JSON.stringify(types)),
      ...plainColumns(seen, 'first_seen_ts', 'last_seen_ts'),
    ],
  });
  return [saved];
}

/** More people than an example needs: some of them may be erased. */
const peopleKept = 10;

/** Keeps a few values of each property with a few people each: those that most people had, the latest of them. */
function saveValues(client: pg.ClientBase, datamart_id: string, seen: NamedProperty[]): Promise<unknown>[] {
  const rows = seen.flatMap(({ name, property, values, last_seen_ts }) =>
    [...values].flatMap(([value, people]) =>
      Array.from(people, (user_point_id) => ({ name, property, value, user_point_id, last_seen_ts })),
    ),
  );
  if (rows.length === 0) return [];
  const saved = client.query({
    name: 'save-observed-values',
    text: `insert into observed_values (datamart_id, name, property, value, user_point_id, seen_ts)
      select $1, name, property, value, user_point_id, seen_ts
      from unnest($2::text[], $3::text[], $4::text[], $5::uuid[], $6::bigint[])
        as seen (name, property, value, user_point_id, seen_ts)
      where (select true from user_points u where u.datamart_id = $1 and u.user_point_id = seen.user_point_id)
        and (select count(*) from observed_values v where v.datamart_id = $1 and v.name = seen.name
          and v.property = seen.property and v.value = seen.value) < ${peopleKept}
      on conflict do nothing`,
    values: [
      datamart_id,
      ...columnsOf(rows, 'name', 'property', 'value', 'user_point_id'),
      plainArray(rows.map(({ last_seen_ts }) => last_seen_ts)),
    ],
  });
  const trimmed = client.query({
    name: 'trim-observed-values',
    text: `delete from observed_values v using (
        select name, property, value, row_number() over (
          partition by name, property order by count(*) desc, max(seen_ts) desc, value) as place
        from observed_values where datamart_id = $1
          and (name, property) in (select * from unnest($2::text[], $3::text[]) as touched (name, property))
        group by name, property, value) ranked
      where v.datamart_id = $1 and v.name = ranked.name and v.property = ranked.property and v.value = ranked.value
        and ranked.place > ${observationLimits.values}`,
    values: [datamart_id, rows.map(({ name }) => name), rows.map(({ property }) => property)],
  });
  return [saved, trimmed];
}
