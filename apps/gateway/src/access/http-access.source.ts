import { AccessAnswer, type AccessQuestion } from '@tributary/contracts/admin/access';
import { OwnerClient, type OwnerConnection } from '../owner-client.js';
import { AccessSource } from './access.source.js';

/** The client waits for the answer; without one it is refused. */
const timeoutMs = 1_000;

/** Asks admin over HTTP. While admin is down, the gateway refuses what it does not know. */
export class HttpAccessSource extends AccessSource {
  private readonly owner: OwnerClient<'admin'>;

  constructor(connection: OwnerConnection<'admin'>) {
    super();
    this.owner = new OwnerClient(connection, timeoutMs);
  }

  ask(question: AccessQuestion): Promise<AccessAnswer | undefined> {
    return this.owner.ask('admin', '/internal/access', question, AccessAnswer).catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.owner.close();
  }
}
