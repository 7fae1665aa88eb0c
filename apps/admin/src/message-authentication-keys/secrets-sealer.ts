import { Injectable } from '@nestjs/common';
import { signingSecretContext } from '@tributary/contracts/admin/access';
import { writeEntities } from '@tributary/database/entities';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access-events/access-events.js';
import { resealAnalyzers, resealVersions, type ResealedChunk } from '../plugins/reseal-properties.js';
import { MessageAuthenticationKeyEntity } from './message-authentication-key.entity.js';

/** Number of secrets resealed per transaction. */
const chunkSize = 200;

type ResealCounts = Omit<ResealedChunk, 'last'>;

/** Reseals secrets with the newest key, so that older keys can be removed: those of signing keys, and of properties of plugins. */
@Injectable()
export class SecretsSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keyring: SecretsKeyring,
  ) {}

  /** Also publishes the resealed secrets of signing keys: gateways receive them before an operator removes the older key. */
  async reseal(): Promise<ResealCounts> {
    const total: ResealCounts = { resealed: 0, unopened: 0 };
    const sources = [this.resealKeys, resealVersions, resealAnalyzers];
    for (const reseal of sources) {
      let last: string | undefined = '0';
      while (last !== undefined) {
        const after: string = last;
        const chunk = await writeEntities(this.dataSource, (manager) => reseal(manager, this.keyring, after));
        total.resealed += chunk.resealed;
        total.unopened += chunk.unopened;
        last = chunk.last;
      }
    }
    return total;
  }

  private resealKeys = async (
    manager: EntityManager,
    keyring: SecretsKeyring,
    after: string,
  ): Promise<ResealedChunk> => {
    const outdated = await manager.query<MessageAuthenticationKeyEntity[]>(
      `select id, key_id, sealed_secret from message_authentication_keys
       where id > $1 and not starts_with(sealed_secret, $2) order by id limit ${chunkSize} for update`,
      [after, `${keyring.sealingKeyId}.`],
    );
    const resealed: string[] = [];
    for (const key of outdated) {
      const sealed_secret = keyring.reseal(key.sealed_secret, signingSecretContext(key.key_id));
      if (sealed_secret === undefined) continue;
      await manager.update(MessageAuthenticationKeyEntity, { id: key.id }, { sealed_secret });
      resealed.push(key.id);
    }
    await new AccessEvents(manager).credentialsChanged('message_authentication_key', resealed);
    return { resealed: resealed.length, unopened: outdated.length - resealed.length, last: outdated.at(-1)?.id };
  };
}
