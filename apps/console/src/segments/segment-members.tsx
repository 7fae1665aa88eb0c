import { listSegmentMembersInfiniteOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { SegmentMember } from '@tributary/client/generated/types.gen';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SectionTitle } from '../components/page.js';
import { EmptyState } from '../components/empty-state.js';
import { FailureNotice } from '../components/failure-notice.js';
import { QueryView } from '../components/query-view.js';
import { ResourceTable, type Column } from '../components/resource-table.js';
import { personColumns } from '../people/lists/person-columns.js';
import { Instant } from '../time/instant.js';

/** Few, so that what is below them is seen. */
const perPage = 20;

const columns: readonly Column<SegmentMember>[] = [
  ...personColumns,
  { header: 'Member since', cell: ({ member_since_ts }) => <Instant at={member_since_ts} /> },
  {
    header: 'Until',
    cell: ({ expiration_ts }) => (expiration_ts === undefined ? 'for ever' : <Instant at={expiration_ts} />),
  },
];

/** The people of a segment. Each page begins after the last person of the one before, so it costs the same. */
export function SegmentMembers({ segment_id }: { segment_id: string }) {
  const path = { audience_segment_id: segment_id };
  const query = useInfiniteQuery({
    ...listSegmentMembersInfiniteOptions({ path, query: { max_results: perPage } }),
    initialPageParam: { path },
    getNextPageParam: ({ data, count }) => (count < perPage ? undefined : data.at(-1)?.user_point_id),
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query;
  return (
    <Stack gap="xs">
      <SectionTitle>Members</SectionTitle>
      <QueryView query={query}>
        {({ pages }) => {
          const members = pages.flatMap(({ data }) => data);
          return (
            <>
              <ResourceTable
                label="Members"
                rows={members}
                rowKey={({ user_point_id }) => user_point_id}
                columns={columns}
                empty={<NoMember />}
              />
              {hasNextPage && (
                <Group>
                  {isFetchNextPageError && <FailureNotice failure={error} />}
                  <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    Show more
                  </Button>
                  <Text c="dimmed" size="sm">
                    {members.length.toLocaleString('en')} of {(pages.at(-1)?.total ?? 0).toLocaleString('en')}
                  </Text>
                </Group>
              )}
            </>
          );
        }}
      </QueryView>
    </Stack>
  );
}

const NoMember = () => (
  <EmptyState title="No members">Imports and live writes put people in, as the lines below show.</EmptyState>
);
