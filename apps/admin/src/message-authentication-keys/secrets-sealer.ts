import { Injectable } from '@nestjs/common';
import { signingSecretContext } from '@tributary/contracts/access';
import { writeEntities } from '@tributary/database/entities';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { DataSource, type EntityManager } from 'typeorm';
import { News } from '../news.js';
import { readMessageAuthenticationKeys } from '../read-access.js';
import { MessageAuthenticationKeyEntity } from './message-authentication-key.entity.js';

/** Secrets that are sealed anew in one transaction. */
const chunkSize = 200;

export interface Resealed {
  resealed: number;
  /** Secrets of a key that is not configured any more, or that somebody has altered: they are left as they are. */
  unopened: number;
}

interface Chunk extends Resealed {
  /** Undefined behind the last one. */
  last: string | undefined;
}

/** Moves secrets from the keys that sealed them to the newest one, so that the older can be dropped. */
@Injectable()
export class SecretsSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keyring: SecretsKeyring,
  ) {}

  /** The gateways get what is sealed anew before they lose the older key. */
  async reseal(): Promise<Resealed> {
    const total: Resealed = { resealed: 0, unopened: 0 };
    let last: string | undefined = '0';
    while (last !== undefined) {
      const after: string = last;
      const chunk = await writeEntities(this.dataSource, (manager) => this.resealAfter(after, manager));
      total.resealed += chunk.resealed;
      total.unopened += chunk.unopened;
      last = chunk.last;
    }
    return total;
  }

  private async resealAfter(after: string, manager: EntityManager): Promise<Chunk> {
    const outdated = await manager.query<MessageAuthenticationKeyEntity[]>(
      `select id, key_id, sealed_secret from message_authentication_keys
       where id > $1 and not starts_with(sealed_secret, $2) order by id limit ${chunkSize} for update`,
      [after, `${this.keyring.sealingKeyId}.`],
    );
    const resealed: string[] = [];
    for (const key of outdated) {
      const sealed_secret = this.keyring.sealAnew(key.sealed_secret, signingSecretContext(key.key_id));
      if (sealed_secret === undefined) continue;
      await manager.update(MessageAuthenticationKeyEntity, { id: key.id }, { sealed_secret });
      resealed.push(key.id);
    }
    await new News(manager).credentials(await readMessageAuthenticationKeys(manager, resealed));
    return { resealed: resealed.length, unopened: outdated.length - resealed.length, last: outdated.at(-1)?.id };
  }
}
