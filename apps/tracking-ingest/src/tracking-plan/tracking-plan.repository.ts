import { Injectable } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { badData } from '@tributary/contracts/errors';
import { eventTypeChanged } from '@tributary/contracts/topics/topics';
import {
  eventTypeKey,
  planLimits,
  type EventTypeInput,
  type EventTypePath,
  type PlannedEventType,
  type TrackingPlan,
  type TrackingPlanInput,
} from '@tributary/contracts/tracking-plan/event-type';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { plainArray } from '@tributary/database/plain-array';
import { transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { int64Id } from '../int64.js';

/** Null is absent. */
type NamedInput = { [Field in keyof PlannedEventType]: PlannedEventType[Field] | null } & Pick<
  PlannedEventType,
  'name'
>;

@Injectable()
export class TrackingPlanRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The types in the order of their names. */
  get(datamart_id: string): Promise<TrackingPlan> {
    return transaction(this.dataSource, async (client) => ({ event_types: await readPlan(client, datamart_id) }));
  }

  /** @throws BAD_REQUEST_DATA when the plan would exceed its limits */
  put({ datamart_id, event_name: name }: EventTypePath, input: EventTypeInput): Promise<PlannedEventType> {
    return transaction(this.dataSource, async (client) => {
      await lockPlan(client, datamart_id);
      const type = toPlanned({ ...input, name });
      await upsert(client, datamart_id, [type]);
      await checkLimits(client, datamart_id);
      await publish(client, datamart_id, [type]);
      return type;
    });
  }

  /** @throws BAD_REQUEST_DATA when it exceeds the limits: then the plan stays as it was */
  replace(datamart_id: string, { event_types }: TrackingPlanInput): Promise<TrackingPlan> {
    return transaction(this.dataSource, async (client) => {
      await lockPlan(client, datamart_id);
      const types = event_types.map(toPlanned);
      const { rows: removed } = await client.query<{ name: string }>(
        'delete from planned_event_types where datamart_id = $1 and name <> all($2::text[]) returning name',
        [datamart_id, types.map(({ name }) => name)],
      );
      await upsert(client, datamart_id, types);
      await checkLimits(client, datamart_id);
      await publish(client, datamart_id, types);
      const tombstones = removed.map(({ name }) => ({
        id: uuid7(),
        key: eventTypeKey({ datamart_id, name }),
        value: null,
      }));
      await insertOutbox(client, eventTypeChanged, tombstones);
      return { event_types: await readPlan(client, datamart_id) };
    });
  }
}

/** Publishes all plans again: after a restore the topic may lack them. One that was planned after the backup stays published. */
export async function republishPlans(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ datamart_id: string }>('select datamart_id from tracking_plans order by 1');
  for (const { datamart_id } of rows) {
    await lockPlan(client, datamart_id);
    await publish(client, datamart_id, await readPlan(client, datamart_id));
  }
}

async function lockPlan(client: pg.ClientBase, datamart_id: string): Promise<void> {
  await client.query('insert into tracking_plans values ($1) on conflict do nothing', [int64Id(datamart_id)]);
  await client.query('select from tracking_plans where datamart_id = $1 for update', [datamart_id]);
}

async function upsert(client: pg.ClientBase, datamart_id: string, types: PlannedEventType[]): Promise<void> {
  await client.query(
    `insert into planned_event_types (datamart_id, name, description, status, schema, on_violation, bytes)
      select $1, name, description, status, schema, on_violation, bytes
      from unnest($2::text[], $3::text[], $4::text[], $5::json[], $6::text[], $7::int[])
        as planned (name, description, status, schema, on_violation, bytes)
      on conflict (datamart_id, name) do update set description = excluded.description, status = excluded.status,
        schema = excluded.schema, on_violation = excluded.on_violation, bytes = excluded.bytes`,
    [
      datamart_id,
      types.map(({ name }) => name),
      types.map(({ description }) => description ?? null),
      types.map(({ status }) => status),
      types.map(schemaText).map((text) => text ?? null),
      types.map(({ on_violation }) => on_violation ?? null),
      plainArray(types.map((type) => Buffer.byteLength(JSON.stringify(type)))),
    ],
  );
}

async function checkLimits(client: pg.ClientBase, datamart_id: string): Promise<void> {
  const { rows } = await client.query<{ types: number; bytes: number }>(
    `select count(*)::int as types, coalesce(sum(bytes), 0)::float8 as bytes
      from planned_event_types where datamart_id = $1`,
    [datamart_id],
  );
  const { types, bytes } = rows[0] ?? { types: 0, bytes: 0 };
  if (types > planLimits.types) throw badData(`event_types: a plan has at most ${planLimits.types} types`);
  if (bytes > planLimits.bytes) throw badData(`event_types: a plan has at most ${planLimits.bytes} bytes`);
}

async function publish(client: pg.ClientBase, datamart_id: string, types: PlannedEventType[]): Promise<void> {
  const messages = types.map((type) => {
    const { name, status, on_violation } = type;
    const schema = schemaText(type);
    const rule = { ...(schema !== undefined && { schema }), ...(on_violation && { on_violation }) };
    return { id: uuid7(), value: { datamart_id, name, status, ...rule } };
  });
  await insertOutbox(client, eventTypeChanged, messages);
}

/** The types of a plan, in the order of their names. */
async function readPlan(client: pg.ClientBase, datamart_id: string): Promise<PlannedEventType[]> {
  const { rows } = await client.query<NamedInput>(
    `select name, description, status, schema, on_violation
      from planned_event_types where datamart_id = $1 order by name collate "C"`,
    [datamart_id],
  );
  return rows.map(toPlanned);
}

const schemaText = ({ schema }: PlannedEventType) => (schema === undefined ? undefined : JSON.stringify(schema));

/** Without the fields that are absent. */
export const toPlanned = ({ name, description, status, schema, on_violation }: NamedInput): PlannedEventType => ({
  name,
  ...(description !== null && description !== undefined && { description }),
  status: status ?? 'OBSERVED',
  ...(schema !== null && schema !== undefined && { schema }),
  ...(on_violation && { on_violation }),
});
