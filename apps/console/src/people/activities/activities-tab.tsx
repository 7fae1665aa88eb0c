import { listUserActivitiesInfiniteOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { FailureNotice } from '../../components/failure-notice.js';
import { QueryView } from '../../components/query-view.js';
import { useSearchText } from '../../components/use-search-text.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { ActivityTable } from './activity-table.js';
import { filterActivities, type ActivityFilters } from './filter-activities.js';

const perPage = 50;

interface Filters extends ActivityFilters {
  activity?: string;
}

interface ActivitiesTabProps {
  user_point_id: string;
  filters: Filters;
  onFilter: (filters: Filters) => void;
}

export function ActivitiesTab({ user_point_id, filters, onFilter }: ActivitiesTabProps) {
  const query = useActivities(user_point_id);
  const type = useSearchText(filters.type ?? '', (text) => onFilter(withText(filters, 'type', text)));
  const event = useSearchText(filters.event ?? '', (text) => onFilter(withText(filters, 'event', text)));
  const isFiltered = filters.type !== undefined || filters.event !== undefined;
  return (
    <>
      <Group align="flex-end" mb="sm">
        <TextInput label="Type" placeholder="SITE_VISIT" {...type} />
        <TextInput label="Event name" placeholder="product_view" {...event} />
        <Button variant="default" loading={query.isRefetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </Group>
      <QueryView query={query}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          const shown = filterActivities(all, filters);
          return (
            <>
              {shown.length > 0 && (
                <ActivityTable
                  activities={shown}
                  opened={filters.activity}
                  onOpen={(activity) => onFilter(withText(filters, 'activity', activity ?? ''))}
                />
              )}
              {shown.length === 0 && <NoActivity isFiltered={isFiltered && all.length > 0} />}
              <Older query={query} isFiltered={isFiltered} />
              <Text c="dimmed" size="sm">
                {isFiltered ? `${shown.length} of the ${all.length} that were read so far` : `${all.length} shown`}
                {query.hasNextPage ? ', there may be older ones' : ', there are no older ones'}
              </Text>
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function useActivities(user_point_selector: string) {
  const { datamart_id } = useDatamart();
  const path = { datamart_id, user_point_selector };
  return useInfiniteQuery({
    ...listUserActivitiesInfiniteOptions({ path, query: { max_results: perPage } }),
    initialPageParam: { path },
    // With `before` instead of a count, new activities move nothing.
    getNextPageParam: ({ data, count }) => (count < perPage ? undefined : data.at(-1)?.$id),
  });
}

interface OlderProps {
  query: ReturnType<typeof useActivities>;
  isFiltered: boolean;
}

/** Reads on when its end comes into view. With a filter only on a click: a rare event might be years back. */
function Older({ query: { hasNextPage, isFetchingNextPage, fetchNextPage, error }, isFiltered }: OlderProps) {
  const { ref, entry } = useIntersection();
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasNextPage && !isFiltered && !isFetchingNextPage && error == null) void fetchNextPage();
  }, [isNear, hasNextPage, isFiltered, isFetchingNextPage, error, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <Group ref={ref} my="sm">
      {error != null && <FailureNotice failure={error} />}
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFiltered ? 'Search older ones' : 'Read older ones'}
      </Button>
    </Group>
  );
}

const NoActivity = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="None of these activities matches">
      The filters apply to what was read so far, and look for a part of the name in any case.
    </EmptyState>
  ) : (
    <EmptyState title="No activity">
      What this person does on sites and in apps is listed here, newest first.
    </EmptyState>
  );

function withText(filters: Filters, name: keyof Filters, text: string): Filters {
  const { [name]: _before, ...others } = filters;
  return text === '' ? others : { ...others, [name]: text };
}
