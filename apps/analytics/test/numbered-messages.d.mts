import type { Received } from '@tributary/bus/messages/message';
import type { ActivitiesStored } from '@tributary/contracts/tracking/activity';

export interface Kind {
  size: number;
  identity: 'id' | 'position' | 'none';
  channelBytes?: number;
}

export function numberedMessage(n: number, kind: Kind): Received<ActivitiesStored>;
