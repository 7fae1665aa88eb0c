import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { query } from '@tributary/database/transaction';
import { patiently } from '@tributary/runtime/patiently';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource } from 'typeorm';
import { contextOf } from './credentials.repository.js';

interface SealedRow {
  data_warehouse_id: string;
  sealed_document: string;
}

/** Seals anew, at every start, what an older key has sealed, so that the key can be dropped. */
@Injectable()
export class CredentialsRotation implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keyring: SecretsKeyring,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return patiently(() => this.sealAllAnew());
  }

  private async sealAllAnew(): Promise<void> {
    const all = 'select data_warehouse_id, sealed_document from warehouse_credentials';
    const { rows } = await query<SealedRow>(this.dataSource, all);
    for (const row of rows) if (this.keyring.isOutdated(row.sealed_document)) await this.sealAnew(row);
  }

  private async sealAnew({ data_warehouse_id: id, sealed_document }: SealedRow): Promise<void> {
    const anew = this.keyring.sealAnew(sealed_document, contextOf(id));
    // The key is lost: that is told to whoever uses the credentials, and stops nobody from starting.
    if (anew === undefined) return;
    // Whoever has written others meanwhile has sealed them under the new key.
    await query(
      this.dataSource,
      'update warehouse_credentials set sealed_document = $1 where data_warehouse_id = $2 and sealed_document = $3',
      [anew, id, sealed_document],
    );
  }
}
