import { listDataWarehousesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { PagedTable } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { CredentialsState } from './settings/credentials-state.js';
import { engines } from './settings/engines.js';
import { WarehouseForm } from './settings/warehouse-form.js';

const route = getRouteApi('/signed-in/d/$datamart_id/warehouses');

export function WarehousesPage() {
  const { datamart_id, organisation_id, may } = useDatamart();
  const paging = usePage();
  const navigate = route.useNavigate();
  const [isAdding, setAdding] = useState(false);
  const list = useQuery(listDataWarehousesOptions({ query: { organisation_id, ...pageQuery(paging.page) } }));
  const add = may('EDITOR') && <Button onClick={() => setAdding(true)}>Create a warehouse</Button>;
  const open = (warehouse_id: string) =>
    void navigate({ to: '/d/$datamart_id/warehouses/$warehouse_id', params: { datamart_id, warehouse_id } });
  return (
    <Page
      title="Warehouses"
      description="Data warehouses of the organisation, and the metadata that was read from them."
      actions={add}
    >
      <PagedTable
        query={list}
        {...paging}
        label="Warehouses"
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: ({ id, name }) => (
              <AnchorLink to="/d/$datamart_id/warehouses/$warehouse_id" params={{ datamart_id, warehouse_id: id }}>
                {name}
              </AnchorLink>
            ),
          },
          { header: 'Engine', cell: ({ engine_type }) => engines[engine_type].label },
          { header: 'Location', cell: ({ location }) => location ?? '–' },
          { header: 'Description', cell: ({ description }) => description },
          { header: 'Credentials', cell: ({ id }) => <CredentialsState warehouse_id={id} /> },
        ]}
        empty={
          <EmptyState title="No warehouses yet" action={add}>
            A warehouse is a PostgreSQL, Snowflake or BigQuery of yours. The platform reads its databases, schemas,
            tables and columns, and notes when they appear and disappear.
          </EmptyState>
        }
      />
      {isAdding && (
        <WarehouseForm warehouse={undefined} onClose={() => setAdding(false)} onCreated={({ id }) => open(id)} />
      )}
    </Page>
  );
}
