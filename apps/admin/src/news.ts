import type { Outgoing } from '@tributary/bus/message';
import { insertOutbox } from '@tributary/bus/outbox';
import type { CredentialChanged, DirectoryChanged } from '@tributary/contracts/access';
import type { Topic } from '@tributary/contracts/topic';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import type { EntityManager } from 'typeorm';

/** What a transaction tells the rest of the platform, if it commits. */
export class News {
  readonly messageIds: string[] = [];
  readonly directory: DirectoryChanged[] = [];

  constructor(private readonly manager: EntityManager) {}

  /** Users, tokens and keys as they are now. */
  async credentials(changed: CredentialChanged[]): Promise<void> {
    await this.send(
      credentialChanged,
      changed.map((value) => ({ id: uuid7(), value })),
    );
  }

  /** A token or key is not to be trusted any more. */
  async revoked(kind: CredentialChanged['kind'], id: string): Promise<void> {
    await this.send(credentialChanged, [{ id: uuid7(), key: `${kind}/${id}`, value: null }]);
  }

  /** Organisations and datamarts as they are now. */
  async places(changed: DirectoryChanged[]): Promise<void> {
    this.directory.push(...changed);
    await this.send(
      directoryChanged,
      changed.map((value) => ({ id: uuid7(), value })),
    );
  }

  private async send<T>(topic: Topic<T>, messages: Outgoing<NoInfer<T>>[]): Promise<void> {
    await insertOutbox(this.manager, topic, messages);
    this.messageIds.push(...messages.map(({ id }) => id));
  }
}
