import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { PlannedEventType } from '@tributary/contracts/tracking-plan/event-type';
import type { EventType, ObservedProperty, Overflowing } from '@tributary/contracts/tracking-plan/observed-event-type';
import { transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { sensitiveProperties } from '../observed-events/sensitive-properties.js';
import { toPlanned } from './tracking-plan.repository.js';

/** The days of `count_7d`: the current one (UTC) and those before it. */
const days = 7;
/** People who had a value that is shown. */
const fewestPeople = 5;

type TypeRow = { [Field in keyof PlannedEventType]: PlannedEventType[Field] | null } & {
  name: string;
  count_7d: number;
  violations_7d: number;
  first_seen_ts: number | null;
  last_seen_ts: number | null;
  channels: string[] | null;
  last_violation: string | null;
};

interface PropertyRow extends ObservedProperty {
  event_name: string;
  /** JSON text. */
  value: string | null;
}

/** Planned and observed event types together. */
@Injectable()
export class EventTypesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of their names. */
  list(datamart_id: string, page: ListQuery, now: number): Promise<Page<EventType> & Overflowing> {
    return transaction(this.dataSource, async (client) => {
      const { rows } = await client.query<TypeRow>(
        `select name, description, coalesce(status, 'OBSERVED') as status, schema, on_violation,
            first_seen_ts::float8, last_seen_ts::float8, channels, last_violation,
            coalesce(week.events, 0)::float8 as count_7d, coalesce(week.violations, 0)::float8 as violations_7d
          ${allTypes}
          left join lateral (select sum(events) as events, sum(violations) as violations from event_type_days d
            where d.datamart_id = $1 and d.name = types.name and d.day_ts > $4) week on true
          order by name collate "C" offset $2 limit $3`,
        [datamart_id, page.first_result, page.max_results, now - (now % dayMs) - days * dayMs],
      );
      const counted = await client.query<{ total: number }>(`select count(*)::int as total ${allTypes}`, [datamart_id]);
      const properties = await readProperties(client, datamart_id, rows);
      return {
        items: rows.map((row) => toEventType(row, properties.get(row.name) ?? [])),
        total: counted.rows[0]?.total ?? 0,
        overflow: await readOverflow(client, datamart_id),
      };
    });
  }
}

const allTypes = `from (
  select name, description, status, schema, on_violation, first_seen_ts, last_seen_ts, channels, last_violation
  from (select * from observed_event_types where datamart_id = $1) o
  full join (select * from planned_event_types where datamart_id = $1) p using (datamart_id, name)) types`;

async function readProperties(
  client: pg.ClientBase,
  datamart_id: string,
  types: TypeRow[],
): Promise<Map<string, PropertyRow[]>> {
  const { rows } = await client.query<PropertyRow>(
    `select p.name as event_name, property as name, types, example.value,
        first_seen_ts::float8, last_seen_ts::float8
      from observed_properties p
      left join lateral (
        select value from observed_values v where v.datamart_id = $1 and v.name = p.name and v.property = p.property
          and (select true from user_points u where u.datamart_id = $1 and u.user_point_id = v.user_point_id)
        group by value having count(*) >= ${fewestPeople} order by count(*) desc, value limit 1) example on true
      where p.datamart_id = $1 and p.name = any($2::text[]) order by property collate "C"`,
    [datamart_id, types.map(({ name }) => name)],
  );
  return Map.groupBy(rows, ({ event_name }) => event_name);
}

async function readOverflow(client: pg.ClientBase, datamart_id: string): Promise<Overflowing['overflow']> {
  const { rows } = await client.query<Overflowing['overflow']>(
    `select overflow_names::float8 as names, overflow_properties::float8 as properties
      from tracking_plans where datamart_id = $1`,
    [datamart_id],
  );
  return rows[0] ?? { names: 0, properties: 0 };
}

function toEventType(row: TypeRow, properties: PropertyRow[]): EventType {
  const { name, count_7d, violations_7d, first_seen_ts, last_seen_ts, last_violation } = row;
  const isSensitive = sensitiveProperties(row.schema);
  const { name: _name, ...planned } = toPlanned(row);
  return {
    name,
    count_7d,
    ...(first_seen_ts !== null && { first_seen_ts }),
    ...(last_seen_ts !== null && { last_seen_ts }),
    channels: row.channels ?? [],
    properties: properties.map(({ event_name: _event, value, ...property }) => ({
      ...property,
      ...(value !== null && !isSensitive(property.name) && { example: JSON.parse(value) as string | number | boolean }),
    })),
    ...planned,
    violations_7d,
    ...(last_violation !== null && violations_7d > 0 && { last_violation }),
  };
}
