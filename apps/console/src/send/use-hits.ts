import { describeActivity } from '@tributary/client/activities/describe-activity';
import { useMemo } from 'react';
import type { FeedView } from '../feed/feed-buffer.js';

/** How many are counted: a page that stays open for days must not grow. */
export const mostHits = 1_000;

/** How many activities of a channel the feed has brought so far, those that its view has dropped since too. */
export function useHits({ activities }: FeedView, channel_id: string): number {
  const ids = useMemo(() => new Set<string>(), [channel_id]);
  return useMemo(() => {
    for (const { id, value } of activities)
      if (ids.size < mostHits && describeActivity(value).channel === channel_id) ids.add(id);
    return ids.size;
  }, [activities, channel_id, ids]);
}
