import {
  listCompartmentsOptions,
  deleteCompartmentMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Compartment } from '@tributary/client/generated/types.gen';
import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { Page } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { RowButton, PagedTable } from '../components/resource-table.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { CompartmentForm } from './compartment-form.js';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { usePage } from '../components/tables/use-page.js';

export function CompartmentsPage() {
  const { datamart_id, may } = useDatamart();
  const paging = usePage();
  const [edited, setEdited] = useState<Compartment | 'new'>();
  const [deleted, setDeleted] = useState<Compartment>();
  const list = useQuery(listCompartmentsOptions({ path: { datamart_id }, query: pageQuery(paging.page) }));
  const create = may('EDITOR') && <Button onClick={() => setEdited('new')}>Create a compartment</Button>;
  const actions = (compartment: Compartment) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RowButton onClick={() => setEdited(compartment)}>Edit</RowButton>
      {!compartment.default && <RowButton onClick={() => setDeleted(compartment)}>Delete</RowButton>}
    </Group>
  );
  return (
    <Page
      title="Compartments"
      description="Namespaces of account ids: the same account id in two compartments is two accounts."
      actions={create}
    >
      <PagedTable
        query={list}
        {...paging}
        label="Compartments"
        rowKey={({ compartment_id }) => compartment_id}
        columns={[
          { header: 'Id', cell: ({ compartment_id }) => <code>{compartment_id}</code> },
          { header: 'Name', cell: ({ name }) => name },
          { header: 'State', cell: (compartment) => <CompartmentState compartment={compartment} /> },
          {
            header: 'Registered',
            cell: ({ creation_ts }) => (creation_ts === 0 ? 'always' : <Instant at={creation_ts} />),
          },
          ...(may('EDITOR') ? [{ header: 'Actions', align: 'right' as const, cell: actions }] : []),
        ]}
        empty={
          <EmptyState title="No compartment on this page" action={create}>
            Accounts without a compartment are in the default one.
          </EmptyState>
        }
      />
      {edited && (
        <CompartmentForm compartment={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {deleted && <DeleteCompartment compartment={deleted} onClose={() => setDeleted(undefined)} />}
    </Page>
  );
}

function CompartmentState({ compartment: { default: isDefault, archived, exclusive } }: { compartment: Compartment }) {
  const badge = isDefault ? 'Default' : archived && 'Archived';
  return (
    <Group gap="xs">
      {badge ? <Badge variant="default">{badge}</Badge> : 'In use'}
      {exclusive && <Badge variant="default">Exclusive</Badge>}
    </Group>
  );
}

function DeleteCompartment({ compartment, onClose }: { compartment: Compartment; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const { compartment_id, name } = compartment;
  return (
    <ConfirmWrite
      title={`Delete the compartment ${name}`}
      onClose={onClose}
      write={deleteCompartmentMutation()}
      request={{ path: { datamart_id, compartment_id } }}
      changes={['listCompartments']}
      confirm="Delete"
    >
      Its registration is deleted. A compartment that has accounts cannot be deleted: archive it instead.
    </ConfirmWrite>
  );
}
