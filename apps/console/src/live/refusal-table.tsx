import { EmptyState } from '../components/empty-state.js';
import { RowsSkeleton } from '../components/query-view.js';
import type { Refusal } from '@tributary/client/feed/feed-event';
import type { Feed } from '../feed/use-feed.js';
import { FeedTable, type FeedColumn } from './feed-table.js';

const columns: readonly FeedColumn<Refusal>[] = [
  { header: 'Reason', width: '3fr', cell: ({ error }) => error },
  { header: 'Code', width: '190px', cell: ({ error_code }) => error_code, wideOnly: true },
  { header: 'Start of the body', width: '2fr', cell: ({ head }) => head, wideOnly: true },
];

export function RefusalTable({ feed, onOpen }: { feed: Feed; onOpen: (id: string) => void }) {
  const { view, state } = feed;
  if (view.refusals.length > 0)
    return <FeedTable label="Refused activities" rows={view.refusals} columns={columns} onOpen={onOpen} />;
  if (state.is === 'connecting') return <RowsSkeleton />;
  if (state.is === 'ended') return null;
  return (
    <EmptyState title="Nothing was refused">
      An activity that breaks a rule of the API shows here with the reason, also when its sender does not look at the
      answer. With several gateways, those of the gateway that serves this page.
    </EmptyState>
  );
}
