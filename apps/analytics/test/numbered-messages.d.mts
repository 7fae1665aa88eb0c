import type { Received } from '@tributary/bus/message';
import type { ActivitiesStored } from '@tributary/contracts/activity';

export function numberedMessage(
  n: number,
  kind: { size: number; identity: 'id' | 'position' | 'none'; channelBytes?: number },
): Received<ActivitiesStored>;
