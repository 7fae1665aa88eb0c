import { Injectable } from '@nestjs/common';
import type { ChannelState, DirectoryChanged } from '@tributary/contracts/admin/access';
import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';

const none: readonly EnforcedProcessing[] = [];

/**
 * An app's in-memory copy of the directory: the organisation of each datamart, the community of each organisation, and the
 * processings that decide about the activities of a channel.
 */
@Injectable()
export class DirectoryStore {
  private readonly organisations = new Map<string, string>();
  private readonly communities = new Map<string, string>();
  private readonly channels = new Map<string, ChannelState>();

  apply(entry: DirectoryChanged): void {
    if (entry.kind === 'datamart') this.organisations.set(entry.id, entry.organisation_id);
    else if (entry.kind === 'organisation') this.communities.set(entry.id, entry.community_id);
    else this.applyChannel(entry);
  }

  /** In any order of arrival, the newest state stays. */
  private applyChannel(entry: ChannelState): void {
    const known = this.channels.get(entry.id);
    if (!known || known.version < entry.version) this.channels.set(entry.id, entry);
  }

  /**
   * Removes an organisation or datamart. A tombstone of a channel is about a state that a newer one has replaced: what this
   * copy knows stays. @param key the message key
   */
  forget(key: string): void {
    const [kind, id = ''] = key.split('/');
    if (kind === 'datamart') this.organisations.delete(id);
    else if (kind === 'organisation') this.communities.delete(id);
  }

  /** The processings that decide about the activities of a channel. None for a channel of another datamart. */
  processingsOf(datamart_id: string, channel_id: string): readonly EnforcedProcessing[] {
    const channel = this.channels.get(channel_id);
    return channel?.datamart_id === datamart_id ? channel.processings : none;
  }

  /** Whether processings decide about the activities of any channel of the datamart. */
  hasProcessings(datamart_id: string): boolean {
    for (const channel of this.channels.values())
      if (channel.datamart_id === datamart_id && channel.processings.length > 0) return true;
    return false;
  }

  organisationOf(datamart_id: string): string | undefined {
    return this.organisations.get(datamart_id);
  }

  communityOf(organisation_id: string): string | undefined {
    return this.communities.get(organisation_id);
  }

  /** Every datamart with its organisation. */
  datamarts(): Iterable<[datamart_id: string, organisation_id: string]> {
    return this.organisations.entries();
  }
}
