import type { Provider } from '@nestjs/common';
import { retryAtStart } from '@tributary/contracts/retry';
import type { Platform } from '@tributary/runtime/platform';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource } from 'typeorm';
import { ErasureKey } from '../identity/erasure-key.js';

/** Opened before the consumers start. */
export const erasureKeyProvider = (secretsKey: string, { logger }: Platform): Provider => ({
  provide: ErasureKey,
  useFactory: (dataSource: DataSource) =>
    retryAtStart(() => ErasureKey.open(dataSource, new SecretsKeyring(secretsKey), logger)),
  inject: [DataSource],
});
