import { listRecentPeopleOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../../components/page.js';
import { EmptyState } from '../../components/empty-state.js';
import { ButtonLink } from '../../components/links.js';
import { pageQuery } from '../../components/paging.js';
import { QueryView } from '../../components/query-view.js';
import { Pager, ResourceTable } from '../../components/resource-table.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { personColumns } from './person-columns.js';

/** Few, so that the lists below are seen. */
const perPage = 10;

/** The people of the activities that were stored last. */
export function NewestPeople() {
  const { datamart_id } = useDatamart();
  const [page, setPage] = useState(1);
  const people = useQuery({
    ...listRecentPeopleOptions({ path: { datamart_id }, query: pageQuery(page, perPage) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="xs">
      <SectionTitle>Recent people</SectionTitle>
      <QueryView query={people}>
        {({ data, total }) => (
          <>
            <ResourceTable
              label="Recent people"
              rows={data}
              rowKey={({ user_point_id }) => user_point_id}
              columns={personColumns}
              empty={<NoPeople />}
            />
            <Pager total={total} page={page} perPage={perPage} onPage={setPage} />
            {total > 0 && (
              <Text c="dimmed" size="sm">
                The people of the 1,000 activities that were stored last, those with the newest activity first.
              </Text>
            )}
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function NoPeople() {
  const { datamart_id, may } = useDatamart();
  const send = may('EDITOR') && (
    <ButtonLink to="/d/$datamart_id/send" params={{ datamart_id }}>
      Send data
    </ButtonLink>
  );
  return (
    <EmptyState title="No recent people" action={send}>
      The people of the last activities are listed here. Others are found by an identifier.
    </EmptyState>
  );
}
