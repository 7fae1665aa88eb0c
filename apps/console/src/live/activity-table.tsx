import type { ReactNode } from 'react';
import { labelOf, identifiersOf } from '@tributary/client/activities/activity-identifiers';
import { describeActivity } from '@tributary/client/activities/describe-activity';
import { EmptyState } from '../components/empty-state.js';
import { RowsSkeleton } from '../components/query-view.js';
import type { FeedActivity } from '@tributary/client/feed/feed-event';
import { hasFilter } from '../feed/feed-filter.js';
import type { FeedFilter } from '@tributary/client/feed/feed-query';
import type { Feed } from '../feed/use-feed.js';
import { ChannelName } from '../words/channel-name.js';
import { FeedTable, type FeedColumn } from './feed-table.js';

interface ActivityTableProps {
  feed: Feed;
  filter: FeedFilter;
  onOpen: (id: string) => void;
  /** The button that fills the list. */
  action: ReactNode;
}

const columns: readonly FeedColumn<FeedActivity>[] = [
  { header: 'Type', width: '130px', cell: (activity) => describeActivity(activity).type },
  { header: 'Events', width: '2fr', cell: (activity) => describeActivity(activity).events.join(', ') || '–' },
  {
    header: 'Channel',
    width: '1fr',
    cell: (activity) => <ChannelName id={describeActivity(activity).channel} />,
    wideOnly: true,
  },
  { header: 'Identifier', width: '2fr', cell: identifierOf, wideOnly: true },
];

function identifierOf(activity: FeedActivity): string {
  const [first, ...others] = identifiersOf(activity);
  if (!first) return '–';
  return others.length === 0 ? labelOf(first) : `${labelOf(first)} + ${others.length}`;
}

export function ActivityTable({ feed, filter, onOpen, action }: ActivityTableProps) {
  const { view, state } = feed;
  if (view.activities.length > 0)
    return <FeedTable label="Received activities" rows={view.activities} columns={columns} onOpen={onOpen} />;
  if (state.is === 'connecting') return <RowsSkeleton />;
  if (state.is === 'ended') return null;
  return hasFilter(filter) ? (
    <EmptyState title="Nothing has matched the filter yet">
      An activity that matches shows here when it arrives.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has arrived yet" action={action}>
      An activity shows here as soon as the platform has accepted it. Those sent before this page was opened are on the
      page of the person.
    </EmptyState>
  );
}
