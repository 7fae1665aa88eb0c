import { SessionAnswer, type SessionRequest } from '@tributary/contracts/admin/session';
import { unavailable } from '@tributary/contracts/errors';
import { OwnerClient, type OwnerConnection } from '../owner-client.js';
import { SessionSource } from './session-source.js';

/** Longer than admin waits until a change is in effect. */
const timeoutMs = 5_000;

/** Calls admin over HTTP. */
export class HttpSessionSource extends SessionSource {
  private readonly owner: OwnerClient<'admin'>;

  constructor(connection: OwnerConnection<'admin'>) {
    super();
    this.owner = new OwnerClient(connection, timeoutMs);
  }

  answer(asked: SessionRequest): Promise<SessionAnswer> {
    return this.owner.ask('admin', '/internal/sessions', asked, SessionAnswer).catch((cause: unknown) => {
      throw unavailable('the service that keeps sessions does not answer', cause);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.owner.close();
  }
}
