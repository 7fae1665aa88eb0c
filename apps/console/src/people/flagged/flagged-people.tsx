import { listFlaggedPeopleOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { FlaggedPerson } from '@tributary/client/generated/types.gen';
import { List, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../../components/page.js';
import { AnchorLink } from '../../components/links.js';
import { pageQuery } from '../../components/paging.js';
import { QueryView } from '../../components/query-view.js';
import { Pager, ResourceTable } from '../../components/resource-table.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { describeReason } from './describe-reason.js';

/** Often one device of many people, or an identifier that a tracker sends for everyone. */
export function FlaggedPeople() {
  const { datamart_id } = useDatamart();
  const [page, setPage] = useState(1);
  const people = useQuery({
    ...listFlaggedPeopleOptions({ path: { datamart_id }, query: pageQuery(page) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="xs">
      <SectionTitle>People to look at</SectionTitle>
      <QueryView query={people}>
        {({ data, total }) =>
          total === 0 ? (
            <Text c="dimmed" size="sm">
              None has gained more identifiers than usual lately.
            </Text>
          ) : (
            <>
              <PeopleTable people={data} />
              <Pager total={total} page={page} onPage={setPage} />
            </>
          )
        }
      </QueryView>
    </Stack>
  );
}

const PeopleTable = ({ people }: { people: readonly FlaggedPerson[] }) => (
  <ResourceTable
    label="People to look at"
    rows={people}
    rowKey={({ user_point_id }) => user_point_id}
    columns={[
      { header: 'Person', cell: ({ user_point_id }) => <PersonLink id={user_point_id} /> },
      { header: 'Has gained', cell: ({ reasons }) => <Reasons reasons={reasons} /> },
      { header: 'Flagged', cell: ({ flagged_ts }) => <Instant at={flagged_ts} /> },
    ]}
    empty={null}
  />
);

const Reasons = ({ reasons }: { reasons: FlaggedPerson['reasons'] }) => (
  <List listStyleType="none" size="sm">
    {reasons.map((reason) => (
      <List.Item key={reason.rule}>{describeReason(reason)}</List.Item>
    ))}
  </List>
);

function PersonLink({ id }: { id: string }) {
  const { datamart_id } = useDatamart();
  return (
    <AnchorLink
      to="/d/$datamart_id/people/$selector"
      params={{ datamart_id, selector: id }}
      search={{ tab: 'identifiers' }}
      style={{ overflowWrap: 'anywhere' }}
    >
      {id}
    </AnchorLink>
  );
}
