import { listAudienceSegmentsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { pageQuery } from '../components/paging.js';
import { Pager, ResourceTable } from '../components/resource-table.js';
import { useSearchText } from '../components/use-search-text.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { describeTtl } from './describe-ttl.js';
import { SegmentForm } from './segment-form.js';

const route = getRouteApi('/signed-in/d/$datamart_id/segments');

export function SegmentsPage() {
  const { datamart_id, organisation_id, may } = useDatamart();
  const paging = usePage();
  const { keywords = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const typed = useSearchText(
    keywords,
    (text) => void navigate({ search: text === '' ? {} : { keywords: text }, replace: true }),
  );
  const [isCreating, setCreating] = useState(false);
  const list = useQuery({
    ...listAudienceSegmentsOptions({
      query: { organisation_id, datamart_id, ...(keywords.trim() !== '' && { keywords }), ...pageQuery(paging.page) },
    }),
    placeholderData: keepPreviousData,
  });
  const create = may('EDITOR') && <Button onClick={() => setCreating(true)}>Create a segment</Button>;
  return (
    <Page
      title="Segments"
      description="Lists of people. Imports and live writes put people in, and expirations take them out."
      actions={create}
    >
      <TextInput label="Search by name" {...typed} maw={360} />
      <QueryView query={list}>
        {({ data, total }) => (
          <>
            <SegmentTable segments={data} empty={<NoSegment isFiltered={keywords !== ''} create={create} />} />
            <Pager total={total} {...paging} />
          </>
        )}
      </QueryView>
      {isCreating && <SegmentForm segment={undefined} onClose={() => setCreating(false)} />}
    </Page>
  );
}

const SegmentTable = ({ segments, empty }: { segments: readonly AudienceSegment[]; empty: ReactNode }) => (
  <ResourceTable
    label="Segments"
    rows={segments}
    rowKey={({ id }) => id}
    columns={[
      { header: 'Name', cell: (segment) => <SegmentLink segment={segment} /> },
      {
        header: 'Technical name',
        cell: ({ technical_name }) => (technical_name ? <code>{technical_name}</code> : '–'),
      },
      { header: 'People', align: 'right', cell: ({ user_points_count }) => user_points_count.toLocaleString('en') },
      { header: 'Memberships end', cell: ({ default_ttl }) => describeTtl(default_ttl) },
      { header: 'Created', cell: ({ creation_ts }) => <Instant at={creation_ts} /> },
    ]}
    empty={empty}
  />
);

const SegmentLink = ({ segment: { id, datamart_id, name } }: { segment: AudienceSegment }) => (
  <AnchorLink to="/d/$datamart_id/segments/$segment_id" params={{ datamart_id, segment_id: id }}>
    {name}
  </AnchorLink>
);

const NoSegment = ({ isFiltered, create }: { isFiltered: boolean; create: ReactNode }) =>
  isFiltered ? (
    <EmptyState title="No segment has such a name">All words have to be in the name, in any case.</EmptyState>
  ) : (
    <EmptyState title="No segment" action={create}>
      A segment is a list of people, for example those who get an e-mail or see an advertisement.
    </EmptyState>
  );
