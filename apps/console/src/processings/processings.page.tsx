import {
  listProcessingsOptions,
  deleteProcessingMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Processing } from '@tributary/client/generated/types.gen';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { pageQuery } from '../components/paging.js';
import { PagedTable, type Column, RowButton } from '../components/resource-table.js';
import { useDatamart } from '../shell/use-datamart.js';
import { useOrganisation } from '../shell/use-organisation.js';
import { legalBases } from './legal-bases.js';
import { ProcessingForm } from './processing-form.js';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { usePage } from '../components/tables/use-page.js';

export function ProcessingsPage() {
  const organisation = useOrganisation();
  return (
    <Page
      title="Processings"
      description="What the community processes personal data for. Channels select the processings that they are subject to."
    >
      <QueryView query={organisation}>{({ community_id }) => <Processings community_id={community_id} />}</QueryView>
    </Page>
  );
}

function Processings({ community_id }: { community_id: string }) {
  const { may } = useDatamart();
  const paging = usePage();
  const [edited, setEdited] = useState<Processing | 'new'>();
  const [deleted, setDeleted] = useState<Processing>();
  const list = useQuery(listProcessingsOptions({ query: { community_id, ...pageQuery(paging.page) } }));
  const create = may('COMMUNITY_ADMIN') && <Button onClick={() => setEdited('new')}>Create a processing</Button>;
  const actions: Column<Processing> = {
    header: 'Actions',
    align: 'right',
    cell: (processing) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <RowButton onClick={() => setEdited(processing)}>Edit</RowButton>
        <RowButton onClick={() => setDeleted(processing)}>Delete</RowButton>
      </Group>
    ),
  };
  return (
    <>
      {list.data && list.data.data.length > 0 && <Group justify="flex-end">{create}</Group>}
      <PagedTable
        query={list}
        {...paging}
        label="Processings"
        rowKey={({ id }) => id}
        columns={may('COMMUNITY_ADMIN') ? [...columns, actions] : columns}
        empty={
          <EmptyState title="No processings" action={create}>
            A processing is a purpose with a legal basis. With the basis consent, the activities of a channel are stored
            only for people who have accepted it.
          </EmptyState>
        }
      />
      {edited && (
        <ProcessingForm
          community_id={community_id}
          processing={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && <DeleteProcessing processing={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

const columns: Column<Processing>[] = [
  { header: 'Id', cell: ({ id }) => <code>{id}</code> },
  {
    header: 'Name',
    cell: ({ name, purpose, archived }) => (
      <>
        {name} {archived && <Badge variant="default">Archived</Badge>}
        {purpose && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {purpose}
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'Legal basis',
    cell: ({ legal_basis }) => (
      <>
        {legalBases[legal_basis].label}
        <Text size="sm" c="dimmed">
          {legalBases[legal_basis].effect}
        </Text>
      </>
    ),
  },
];

const DeleteProcessing = ({ processing, onClose }: { processing: Processing; onClose: () => void }) => (
  <ConfirmWrite
    title={`Delete the processing ${processing.name}`}
    onClose={onClose}
    write={deleteProcessingMutation()}
    request={{ path: { processing_id: processing.id } }}
    changes={['listProcessings']}
    confirm="Delete"
  >
    Choices that people have made about it stay. A processing that a channel has selected cannot be deleted: archive it
    instead.
  </ConfirmWrite>
);
