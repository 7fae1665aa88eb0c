import {
  ChannelScope,
  RefusedByChoicePage,
  SelectionPreview,
  type ChannelScopeQuestion,
  type PreviewQuestion,
  type RefusedByChoiceQuestion,
} from '@tributary/contracts/consent/channel-consent';
import type { ErrorCode } from '@tributary/contracts/errors';
import { OwnerClient, type OwnerConnection } from '../owner-client.js';
import { ConsentSource } from './consent-source.js';

/** Longer than a preview waits and counts. */
const timeoutMs = 14_000;
/** Errors about the channel or the processing, and that too many previews run. */
const passedOn: ErrorCode[] = [
  'BAD_REQUEST_DATA',
  'CONSTRAINT_VIOLATION_EXCEPTION',
  'AUTHORIZATION_ERROR',
  'RESOURCE_NOT_FOUND',
  'SERVICE_UNAVAILABLE',
];

/** Asks the apps over HTTP. */
export class HttpConsentSource extends ConsentSource {
  private readonly owners: OwnerClient;

  constructor(connection: OwnerConnection) {
    super();
    this.owners = new OwnerClient(connection, timeoutMs, passedOn);
  }

  scope(question: ChannelScopeQuestion): Promise<ChannelScope> {
    return this.owners.ask('admin', '/internal/channel_scopes', question, ChannelScope);
  }

  preview(question: PreviewQuestion): Promise<SelectionPreview> {
    return this.owners.ask('tracking-ingest', '/internal/selection_previews', question, SelectionPreview);
  }

  refused(question: RefusedByChoiceQuestion): Promise<RefusedByChoicePage> {
    return this.owners.ask('tracking-ingest', '/internal/refused_by_choice', question, RefusedByChoicePage);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.owners.close();
  }
}
