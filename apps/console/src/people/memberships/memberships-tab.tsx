import { listUserSegmentsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserSegment } from '@tributary/client/generated/types.gen';
import { Button, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkBar } from '../../components/bulk/bulk-bar.js';
import { choiceColumn } from '../../components/bulk/choice-column.js';
import { useChosen } from '../../components/bulk/use-chosen.js';
import { EmptyState } from '../../components/empty-state.js';
import { AnchorLink } from '../../components/links.js';
import { QueryView } from '../../components/query-view.js';
import { ResourceTable, RowButton } from '../../components/resource-table.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { EndMembership } from './end-membership.js';
import { EndMemberships } from './end-memberships.js';
import { MembershipForm } from './membership-form.js';
import { useSegments } from './use-segments.js';
import { wholeList } from '../../components/paging.js';

export function MembershipsTab({ user_point_id }: { user_point_id: string }) {
  const { datamart_id, may } = useDatamart();
  const { nameOf } = useSegments();
  const [edited, setEdited] = useState<UserSegment | 'new'>();
  const [ended, setEnded] = useState<UserSegment>();
  const [ending, setEnding] = useState<UserSegment[]>();
  const memberships = useQuery(
    listUserSegmentsOptions({ path: { datamart_id, user_point_selector: user_point_id }, query: wholeList }),
  );
  const chosen = useChosen(memberships.data?.data ?? [], ({ segment_id }) => segment_id);
  const labelOf = ({ segment_id }: UserSegment) => nameOf(segment_id) ?? segment_id;
  const add = may('EDITOR') && <Button onClick={() => setEdited('new')}>Add to a segment</Button>;
  const actions = (membership: UserSegment) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RowButton onClick={() => setEdited(membership)}>Edit</RowButton>
      <RowButton onClick={() => setEnded(membership)}>Remove</RowButton>
    </Group>
  );
  return (
    <>
      <QueryView query={memberships}>
        {({ data, total }) => (
          <>
            {data.length > 0 && (
              <Group justify="flex-end" mb="sm">
                {add}
              </Group>
            )}
            <BulkBar
              count={chosen.rows.length}
              actions={[{ label: 'Remove', count: chosen.rows.length, onStart: () => setEnding(chosen.rows) }]}
            />
            <ResourceTable
              label="Segments of the person"
              rows={data}
              rowKey={({ segment_id }) => segment_id}
              columns={[
                { header: 'Segment', cell: ({ segment_id }) => <Segment id={segment_id} name={nameOf(segment_id)} /> },
                {
                  header: 'Ends',
                  cell: ({ expiration_ts }) => (expiration_ts === null ? 'never' : <Instant at={expiration_ts} />),
                },
                { header: 'Since', cell: ({ creation_ts }) => <Instant at={creation_ts} /> },
                {
                  header: 'Data bag',
                  cell: ({ data_bag }) => (data_bag === null ? '–' : <Code>{JSON.stringify(data_bag)}</Code>),
                },
                ...(may('EDITOR')
                  ? [
                      choiceColumn({ ...chosen, nameOf: labelOf }),
                      { header: 'Actions', align: 'right' as const, cell: actions },
                    ]
                  : []),
              ]}
              empty={
                <EmptyState title="In no segment" action={add}>
                  The segments that this person is in at present are listed here. Memberships that have expired are not.
                </EmptyState>
              }
            />
            {total > data.length && (
              <Text size="sm">
                The first {data.length} of {total} are shown.
              </Text>
            )}
          </>
        )}
      </QueryView>
      {ending && (
        <EndMemberships
          user_point_id={user_point_id}
          memberships={ending}
          nameOf={labelOf}
          onClose={() => setEnding(undefined)}
        />
      )}
      {edited && (
        <MembershipForm
          user_point_id={user_point_id}
          membership={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {ended && (
        <EndMembership
          user_point_id={user_point_id}
          segment_id={ended.segment_id}
          name={nameOf(ended.segment_id)}
          onClose={() => setEnded(undefined)}
        />
      )}
    </>
  );
}

/** A segment that is not registered has no page. */
function Segment({ id, name }: { id: string; name: string | undefined }) {
  const { datamart_id } = useDatamart();
  if (name === undefined) return <Code>{id}</Code>;
  return (
    <>
      <AnchorLink to="/d/$datamart_id/segments/$segment_id" params={{ datamart_id, segment_id: id }}>
        {name}
      </AnchorLink>{' '}
      <Text span size="xs" c="dimmed">
        {id}
      </Text>
    </>
  );
}
