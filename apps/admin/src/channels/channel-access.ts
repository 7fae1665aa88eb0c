import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import type { Channel } from '@tributary/contracts/admin/channel';
import { Access } from '@tributary/security/access';
import { ChannelsRepository } from './channels.repository.js';

/** Loads what a path below /channels names. Callers without a role in the channel's organisation get not found. */
@Injectable()
export class ChannelAccess {
  constructor(
    private readonly access: Access,
    private readonly channels: ChannelsRepository,
  ) {}

  async channel(caller: Caller, id: string, needed: Role): Promise<Channel> {
    const channel = await this.channels.get({ id });
    this.access.requireResource(caller, channel, needed);
    return channel;
  }
}
