import type { Channel } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { FailureNotice } from '../components/failure-notice.js';
import { AnchorLink } from '../components/links.js';
import { Step } from '../components/step.js';
import { useFeed } from '../feed/use-feed.js';
import { useDatamart } from '../shell/use-datamart.js';
import { RefusedMeanwhile } from './refused-meanwhile.js';
import { describeActivity } from '@tributary/client/activities/describe-activity';
import { useMemo } from 'react';
import type { FeedView } from '../feed/feed-buffer.js';

/** How many are counted: a page that stays open for days must not grow. */
const mostHits = 1_000;

/** How many activities of a channel the feed has brought so far, those that its view has dropped since too. */
function useHits({ activities }: FeedView, channel_id: string): number {
  const ids = useMemo(() => new Set<string>(), [channel_id]);
  return useMemo(() => {
    for (const { id, value } of activities)
      if (ids.size < mostHits && describeActivity(value).channel === channel_id) ids.add(id);
    return ids.size;
  }, [activities, channel_id, ids]);
}

const filter = { sample: 100 };

/** Waits for the first activity of the channel, and shows meanwhile what the platform refuses. */
export function Arrival({ channel }: { channel: Channel }) {
  const { datamart_id } = useDatamart();
  const { view, state, reconnect } = useFeed(datamart_id, filter);
  const hits = useHits(view, channel.id);
  return (
    <>
      <Step number={3} title="First activity" isDone={hits > 0} isWaiting={state.is === 'connected'}>
        <Text size="sm" role="status">
          {hits > 0
            ? `First activity received, ${countOf(hits)} so far. `
            : `Waiting for the first activity of ${channel.name}. `}
          <AnchorLink to="/d/$datamart_id/live" params={{ datamart_id }}>
            Open Live
          </AnchorLink>
        </Text>
        {state.is === 'ended' && (
          <FailureNotice failure={state.failure} onRetry={reconnect} title="The live feed is not open" />
        )}
        {state.is === 'reconnecting' && (
          <Text size="sm">The connection is gone. The page connects again by itself.</Text>
        )}
      </Step>
      <RefusedMeanwhile refusals={view.refusals} />
    </>
  );
}

const countOf = (hits: number) => (hits < mostHits ? String(hits) : `${mostHits.toLocaleString('en')} or more`);
