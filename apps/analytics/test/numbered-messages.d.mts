import type { Received } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';

export interface Kind {
  size: number;
  identity: 'id' | 'position' | 'none';
  channelBytes?: number;
}

export function numberedMessage(n: number, kind: Kind): Received<ActivitiesStored>;
