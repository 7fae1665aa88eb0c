import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { PauseIcon, PlayIcon } from '@radix-ui/react-icons';
import { FailureNotice, messageOfFailure } from '../components/failure-notice.js';
import type { FeedState } from '@tributary/client/feed/follow-feed';
import type { Feed } from '../feed/use-feed.js';

/** Whether the feed runs, and what it does not show. */
export function FeedStatus({ feed, onToggle }: { feed: Feed; onToggle: () => void }) {
  const { state, view, reconnect } = feed;
  const { isPaused, waiting, skipped } = view;
  return (
    <>
      <Group gap="sm">
        <Button
          variant={isPaused ? 'filled' : 'default'}
          size="xs"
          leftSection={isPaused ? <PlayIcon /> : <PauseIcon />}
          onClick={onToggle}
          title="Space"
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Group gap="sm" role="status" aria-label="State of the feed">
          <StateBadge state={state} isPaused={isPaused} />
          {isPaused && (
            <Text size="sm" fw={600}>
              {count(waiting)} new since the pause
            </Text>
          )}
          {skipped > 0 && (
            <Text
              size="sm"
              c="dimmed"
              title="More arrive than the sample shows. The filter by an identifier shows all."
            >
              {count(skipped)} not shown
            </Text>
          )}
        </Group>
      </Group>
      {state.is === 'reconnecting' && state.attempt > 1 && (
        <Alert color="yellow" title="The connection is gone" role="status">
          {state.failure ? `${messageOfFailure(state.failure)}. ` : ''}The page connects again by itself (attempt{' '}
          {state.attempt}). What it shows stays.
        </Alert>
      )}
      {state.is === 'ended' && (
        <FailureNotice
          failure={state.failure}
          onRetry={reconnect}
          {...(state.full && { title: 'Too many people look at this feed' })}
        />
      )}
    </>
  );
}

const count = (value: number) => value.toLocaleString('en');

const badges = {
  connecting: { label: 'Connecting', color: 'gray' },
  connected: { label: 'Connected', color: 'green' },
  reconnecting: { label: 'Reconnecting', color: 'yellow' },
  ended: { label: 'Ended', color: 'red' },
} as const;

function StateBadge({ state, isPaused }: { state: FeedState; isPaused: boolean }) {
  const { label, color } = badges[state.is];
  return (
    <Badge variant="default" tt="none" leftSection={<Dot color={color} />}>
      {isPaused && state.is === 'connected' ? 'Paused' : label}
    </Badge>
  );
}

const Dot = ({ color }: { color: string }) => (
  <span
    aria-hidden
    style={{ display: 'block', width: 8, height: 8, borderRadius: 4, background: `var(--mantine-color-${color}-6)` }}
  />
);
