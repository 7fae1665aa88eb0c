import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { notFound, unavailable } from '@tributary/contracts/errors';
import { violatedConstraint } from '@tributary/database/entities';
import { query } from '@tributary/database/transaction';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import type { ImportPath } from '../document-imports/document-imports.repository.js';

/** How long a key names its execution. */
const windowMs = 7 * 24 * 60 * 60 * 1_000;

/** A process that was killed during an upload blocks the key for so long. */
const leaseMs = 15_000;
const renewMs = leaseMs / 3;

/** An `Idempotency-Key` and the import under which it was sent. */
interface UploadKey extends ImportPath {
  idempotency_key: string;
}

/** The right to create the execution of a key. It is lost if another upload claims the key after the lease has expired. */
export interface KeyClaim extends UploadKey {
  holder: string;
}

const byKey = 'datamart_id = $1 and document_import_id = $2 and idempotency_key = $3';
const valuesOf = ({ datamart_id, document_import_id, idempotency_key }: UploadKey) => [
  datamart_id,
  document_import_id,
  idempotency_key,
];

/** Lets one upload of a key create an execution. Only the database decides which one, so several processes may receive them. */
@Injectable()
export class IdempotencyKeysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Undefined if the key is not free: it names an execution, or another upload is in progress. */
  async claim(key: UploadKey): Promise<KeyClaim | undefined> {
    const now = Date.now();
    const holder = randomUUID();
    const { rowCount } = await query(
      this.dataSource,
      `insert into upload_keys (datamart_id, document_import_id, idempotency_key, holder, valid_until)
        values ($1, $2, $3, $4, $5)
        on conflict (datamart_id, document_import_id, idempotency_key) do update
          set holder = excluded.holder, valid_until = excluded.valid_until, execution_id = null
          where upload_keys.valid_until <= $6`,
      [...valuesOf(key), holder, now + leaseMs, now],
    ).catch((error: unknown) => {
      // The import was deleted meanwhile.
      throw violatedConstraint(error) === undefined ? error : notFound();
    });
    return rowCount === 1 ? { ...key, holder } : undefined;
  }

  /** The id of the execution that the key names. */
  async findExecution(key: UploadKey): Promise<string | undefined> {
    const { rows } = await query<{ execution_id: string | null }>(
      this.dataSource,
      `select execution_id from upload_keys where ${byKey}`,
      valuesOf(key),
    );
    return rows[0]?.execution_id ?? undefined;
  }

  /** Keeps the claim while `upload` runs. If it fails without an execution, the key is free again. */
  async whileHeld<T>(claim: KeyClaim, upload: () => Promise<T>): Promise<T> {
    const renewal = setInterval(() => void this.renew(claim).catch(() => undefined), renewMs);
    try {
      return await upload();
    } catch (error) {
      // If this fails too, the lease expires.
      await this.release(claim).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  async deleteExpired(now = Date.now()): Promise<void> {
    await query(this.dataSource, 'delete from upload_keys where valid_until <= $1', [now]);
  }

  private renew(claim: KeyClaim) {
    return query(
      this.dataSource,
      `update upload_keys set valid_until = $5 where ${byKey} and holder = $4 and execution_id is null`,
      [...valuesOf(claim), claim.holder, Date.now() + leaseMs],
    );
  }

  private release(claim: KeyClaim) {
    return query(this.dataSource, `delete from upload_keys where ${byKey} and holder = $4 and execution_id is null`, [
      ...valuesOf(claim),
      claim.holder,
    ]);
  }
}

/** In the transaction that creates the execution. Rejects, so that it is not created, if the claim is lost. */
export async function completeClaim(client: ClientBase, claim: KeyClaim, execution_id: string): Promise<void> {
  const { rowCount } = await client.query(
    `update upload_keys set execution_id = $5, valid_until = $6
      where ${byKey} and holder = $4 and execution_id is null`,
    [...valuesOf(claim), claim.holder, execution_id, Date.now() + windowMs],
  );
  if (rowCount !== 1) throw inProgress();
}

export const inProgress = () =>
  unavailable('Idempotency-Key: another upload with this key is in progress; send it again to get its execution');
