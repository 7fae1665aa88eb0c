import { Injectable } from '@nestjs/common';
import { ApiError, constraintViolation, notFound } from '@tributary/contracts/errors';
import type { CredentialsState, DataWarehouse } from '@tributary/contracts/warehouses/warehouse';
import { readEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource } from 'typeorm';
import { CredentialsEntity } from '../warehouses/credentials.entity.js';

/** The context that binds sealed credentials to their warehouse. */
export const contextOf = (data_warehouse_id: string) => `datawarehouse/${data_warehouse_id}`;

/** The JSON documents with the credentials for the engines, sealed at rest. */
@Injectable()
export class CredentialsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keyring: SecretsKeyring,
  ) {}

  async state(warehouse: DataWarehouse): Promise<CredentialsState> {
    const found = await this.find(warehouse);
    return found ? { configured: true, last_modified_ts: found.last_modified_ts } : { configured: false };
  }

  async replace({ id, engine_type }: DataWarehouse, document: unknown, now: number): Promise<CredentialsState> {
    const sealed_document = this.keyring.seal(JSON.stringify(document), contextOf(id));
    const row = { data_warehouse_id: id, engine_type, sealed_document, last_modified_ts: now };
    await writeEntities(this.dataSource, (manager) =>
      manager.upsert(CredentialsEntity, row, ['data_warehouse_id']),
    ).catch((error: unknown) => {
      // The warehouse was deleted after the lookup.
      throw violatedConstraint(error)?.endsWith('_fkey') ? notFound() : error;
    });
    return { configured: true, last_modified_ts: now };
  }

  /** The decrypted document. @throws CONSTRAINT_VIOLATION_EXCEPTION if there is none for the engine, or no key opens it */
  async open(warehouse: DataWarehouse): Promise<unknown> {
    const found = await this.find(warehouse);
    if (!found) throw constraintViolation('The data warehouse has no credentials');
    return JSON.parse(this.unseal(found)) as unknown;
  }

  private unseal({ sealed_document, data_warehouse_id }: CredentialsEntity): string {
    try {
      return this.keyring.open(sealed_document, contextOf(data_warehouse_id));
    } catch (cause) {
      const message = 'The credentials cannot be decrypted with the keys of this installation: set them again';
      throw new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message, { cause });
    }
  }

  private find({ id, engine_type }: DataWarehouse): Promise<CredentialsEntity | null> {
    return readEntities(this.dataSource, (manager) =>
      manager.findOneBy(CredentialsEntity, { data_warehouse_id: id, engine_type }),
    );
  }
}
