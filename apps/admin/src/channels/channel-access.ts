import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { notFound } from '@tributary/contracts/errors';
import { Access, refusalOf } from '@tributary/security/access';
import type { ChannelEntity } from './channel.entity.js';
import { ChannelsRepository } from './channels.repository.js';
import { chooseChannel } from './choose-channel.js';

/** The id in a path below /channels, and its `?datamart_id=` if it has one. */
interface NamedChannel {
  channel_id: string;
  datamart_id?: string | undefined;
}

/**
 * Loads what a path below /channels names. Callers without a role in the channel's organisation get not found, credentials of
 * some datamarts a refusal, whether a channel exists elsewhere or not.
 */
@Injectable()
export class ChannelAccess {
  constructor(
    private readonly access: Access,
    private readonly channels: ChannelsRepository,
  ) {}

  /** A channel of another organisation under the same id is not found, nor does it make the id ambiguous. */
  async channel(caller: Caller, { channel_id, datamart_id }: NamedChannel, needed: Role): Promise<ChannelEntity> {
    if (datamart_id !== undefined) this.access.requireDatamart(caller, datamart_id, 'READER');
    const named = await this.channels.named(channel_id, datamart_id);
    const mayRead = (channel: ChannelEntity) => this.access.mayUseDatamart(caller, channel.datamart_id, 'READER');
    const channel = chooseChannel(named.filter(mayRead));
    if (!channel) throw caller.datamart_ids ? refusalOf(caller) : notFound();
    this.access.requireDatamart(caller, channel.datamart_id, needed);
    return channel;
  }
}
