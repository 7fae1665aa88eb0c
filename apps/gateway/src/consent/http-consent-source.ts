import {
  ChannelScope,
  RefusedByChoicePage,
  SelectionPreview,
  type ChannelScopeQuestion,
  type PreviewQuestion,
  type RefusedByChoiceQuestion,
} from '@tributary/contracts/consent/channel-consent';
import { OwnerClient, type OwnerConnection } from '../owner-client.js';
import { ConsentSource } from './consent-source.js';

/** Longer than a preview waits and counts. */
const timeoutMs = 14_000;

/** Asks the apps over HTTP. */
export class HttpConsentSource extends ConsentSource {
  private readonly owners: OwnerClient;

  constructor(connection: OwnerConnection) {
    super();
    this.owners = new OwnerClient(connection, timeoutMs);
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
