import { Injectable } from '@nestjs/common';
import { constraintViolation, existing, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type {
  Compartment,
  CompartmentInput,
  CompartmentPath,
  CompartmentUpdate,
} from '@tributary/contracts/tracking/compartment';
import { defaultCompartment } from '@tributary/contracts/tracking/identifier';
import { listRows } from '@tributary/database/list-rows';
import { query, transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { lockErasuresExclusive } from '../identity/erasure-lock.js';

/** PostgreSQL's bigint is text. */
type CompartmentRow = Pick<Compartment, 'compartment_id' | 'name' | 'archived' | 'exclusive'> & { creation_ts: string };

const columns = 'compartment_id, name, archived, exclusive, creation_ts';

/** Compartments of the datamart $1. The default compartment has a row only once it is renamed. */
const known = `from (
  select ${columns} from compartments where datamart_id = $1
  union all
  select '${defaultCompartment}', '${defaultCompartment}', false, false, 0::bigint where not exists (
    select from compartments where datamart_id = $1 and compartment_id = '${defaultCompartment}')) known`;

@Injectable()
export class CompartmentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param isDefault true: only the default compartment; false: all others */
  list(datamart_id: string, isDefault: boolean | undefined, page: ListQuery): Promise<Page<Compartment>> {
    const from = `${known} where $2::boolean is null or (compartment_id = '${defaultCompartment}') = $2`;
    const compartments = { columns, from, order: 'compartment_id', values: [datamart_id, isDefault ?? null] };
    return transaction(this.dataSource, async (client) => {
      const { items, total } = await listRows<CompartmentRow>(client, compartments, page);
      return { items: items.map((row) => toCompartment(datamart_id, row)), total };
    });
  }

  /** @throws RESOURCE_NOT_FOUND */
  async get({ datamart_id, compartment_id }: CompartmentPath): Promise<Compartment> {
    const one = `select ${columns} ${known} where compartment_id = $2`;
    const { rows } = await query<CompartmentRow>(this.dataSource, one, [datamart_id, compartment_id]);
    return found(datamart_id, rows);
  }

  /** @throws CONSTRAINT_VIOLATION_EXCEPTION when the datamart has a compartment of this id */
  async insert(datamart_id: string, { compartment_id, ...input }: CompartmentInput, now: number): Promise<Compartment> {
    const { rows } = isDefaultId(compartment_id)
      ? { rows: [] }
      : await this.write(
          `insert into compartments (datamart_id, ${columns}) values ($1, $2, $3, $4, $5, $6)
            on conflict do nothing returning ${columns}`,
          [datamart_id, compartment_id, input.name, input.archived, input.exclusive, now],
        );
    if (!rows[0]) throw constraintViolation('compartment_id: the datamart has a compartment of this id');
    return toCompartment(datamart_id, rows[0]);
  }

  /** @throws RESOURCE_NOT_FOUND; CONSTRAINT_VIOLATION_EXCEPTION when it would archive the default compartment */
  async update(path: CompartmentPath, { name, archived, exclusive }: CompartmentUpdate): Promise<Compartment> {
    const { datamart_id, compartment_id } = path;
    if (!isDefaultId(compartment_id)) {
      const change = `update compartments set name = $3, archived = $4, exclusive = $5
        where datamart_id = $1 and compartment_id = $2 returning ${columns}`;
      const values: [string, ...unknown[]] = [datamart_id, compartment_id, name, archived, exclusive];
      return found(datamart_id, (await this.write(change, values)).rows);
    }
    if (archived) throw constraintViolation('archived: the default compartment cannot be archived');
    const rename = `insert into compartments (datamart_id, ${columns}) values ($1, $2, $3, false, $4, 0)
      on conflict (datamart_id, compartment_id) do update set name = excluded.name, exclusive = excluded.exclusive returning ${columns}`;
    const values: [string, ...unknown[]] = [datamart_id, compartment_id, name, exclusive];
    return found(datamart_id, (await this.write(rename, values)).rows);
  }

  /**
   * An account that arrives meanwhile is in a compartment that is not registered, like any other.
   *
   * @throws RESOURCE_NOT_FOUND; CONSTRAINT_VIOLATION_EXCEPTION when it is the default compartment or holds accounts
   */
  delete({ datamart_id, compartment_id }: CompartmentPath): Promise<void> {
    if (isDefaultId(compartment_id)) throw constraintViolation('the default compartment cannot be deleted');
    const values = [datamart_id, compartment_id];
    return transaction(this.dataSource, async (client) => {
      const removed = await client.query(
        'delete from compartments where datamart_id = $1 and compartment_id = $2',
        values,
      );
      if (removed.rowCount === 0) throw notFound();
      // As in the predicate of the index user_accounts_by_compartment.
      const { rows } = await client.query(
        `select from user_identifiers where datamart_id = $1 and compartment_id = $2
          and type = 'USER_ACCOUNT' and compartment_id <> '${defaultCompartment}' limit 1`,
        values,
      );
      if (rows.length > 0) throw constraintViolation('the compartment holds user accounts: archive it instead');
    });
  }

  /** Transactions that resolve people by the former state end first, so a switch acts on all that is received afterwards. */
  private write(text: string, [datamart_id = '', ...values]: [datamart_id: string, ...unknown[]]) {
    return transaction(this.dataSource, async (client) => {
      await lockErasuresExclusive(client, datamart_id);
      return client.query<CompartmentRow>(text, [datamart_id, ...values]);
    });
  }
}

const isDefaultId = (compartment_id: string) => compartment_id === defaultCompartment;

const toCompartment = (
  datamart_id: string,
  { compartment_id, name, archived, exclusive, creation_ts }: CompartmentRow,
): Compartment => ({
  compartment_id,
  datamart_id,
  name,
  default: isDefaultId(compartment_id),
  archived,
  exclusive,
  creation_ts: Number(creation_ts),
});

const found = (datamart_id: string, [row]: CompartmentRow[]): Compartment => toCompartment(datamart_id, existing(row));
