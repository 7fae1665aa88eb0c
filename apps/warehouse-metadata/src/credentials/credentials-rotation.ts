import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { query } from '@tributary/database/transaction';
import { retryAtStart } from '@tributary/contracts/retry';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource } from 'typeorm';
import { contextOf } from './credentials.repository.js';

interface SealedRow {
  data_warehouse_id: string;
  sealed_document: string;
}

/** Key rotation: at every start, reseals with the current key what an older key has sealed. The older key can then go. */
@Injectable()
export class CredentialsRotation implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keyring: SecretsKeyring,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return retryAtStart(() => this.resealAll());
  }

  private async resealAll(): Promise<void> {
    const all = 'select data_warehouse_id, sealed_document from warehouse_credentials';
    const { rows } = await query<SealedRow>(this.dataSource, all);
    for (const row of rows) if (this.keyring.isOutdated(row.sealed_document)) await this.reseal(row);
  }

  private async reseal({ data_warehouse_id: id, sealed_document }: SealedRow): Promise<void> {
    const resealed = this.keyring.reseal(sealed_document, contextOf(id));
    // The key is lost. A refresh with these credentials fails with that error; the start must not fail.
    if (resealed === undefined) return;
    // Skips the row if it has changed meanwhile: a new document is sealed with the current key.
    await query(
      this.dataSource,
      'update warehouse_credentials set sealed_document = $1 where data_warehouse_id = $2 and sealed_document = $3',
      [resealed, id, sealed_document],
    );
  }
}
