import { Injectable } from '@nestjs/common';
import type { ChannelScope, ChannelScopeQuestion } from '@tributary/contracts/consent/channel-consent';
import { ChannelAccess } from '../channels/channel-access.js';
import { ProcessingSelectionsRepository } from './processing-selections.repository.js';

/** The answers to a gateway about a channel, before it asks tracking-ingest for counts. */
@Injectable()
export class ChannelScopes {
  constructor(
    private readonly access: ChannelAccess,
    private readonly selections: ProcessingSelectionsRepository,
  ) {}

  /** The errors are those of the selections of the channel. */
  async find({ caller, processing_id, ...named }: ChannelScopeQuestion): Promise<ChannelScope> {
    const channel = await this.access.channel(caller, named, 'READER');
    const { datamart_id, organisation_id, id: channel_id } = channel;
    const scope = { datamart_id, organisation_id, channel_id };
    if (processing_id === undefined) return scope;
    return { ...scope, processing: await this.selections.selectable(channel, processing_id) };
  }
}
