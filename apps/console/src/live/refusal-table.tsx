import { Text } from '@mantine/core';
import { EmptyState } from '../components/empty-state.js';
import { QueryView } from '../components/query-view.js';
import { formatInstant } from '../time/format-instant.js';
import { useZoneName } from '../time/instant.js';
import { FeedTable, type FeedColumn } from './feed-table.js';
import type { KeptRefusal, useKeptRefusals } from './use-kept-refusals.js';

const columns: readonly FeedColumn<KeptRefusal>[] = [
  { header: 'Day', width: '104px', cell: ({ received_ts }) => <Day at={received_ts} />, wideOnly: true },
  { header: 'Reason', width: '3fr', cell: ({ error }) => error },
  { header: 'Code', width: '190px', cell: ({ error_code }) => error_code, wideOnly: true },
  { header: 'Start of the body', width: '2fr', cell: ({ body }) => body.slice(0, shownCharacters), wideOnly: true },
];
/** More than a column shows. */
const shownCharacters = 300;

interface RefusalTableProps {
  kept: ReturnType<typeof useKeptRefusals>;
  onOpen: (id: string) => void;
}

export function RefusalTable({ kept: { query, rows, total = 0 }, onOpen }: RefusalTableProps) {
  return (
    <QueryView query={query}>
      {() =>
        rows.length > 0 ? (
          <>
            <FeedTable label="Refused activities" rows={rows} columns={columns} onOpen={onOpen} />
            {total > rows.length && (
              <Text size="sm" c="dimmed">
                The newest {rows.length} of {total}. <code>tributary refused list</code> has all.
              </Text>
            )}
          </>
        ) : (
          <EmptyState title="Nothing was refused">
            An activity that breaks a rule of the API shows here for 7 days with the reason, also when its sender does
            not look at the answer.
          </EmptyState>
        )
      }
    </QueryView>
  );
}

const Day = ({ at }: { at: number }) => formatInstant(at, useZoneName()).slice(0, 10);
