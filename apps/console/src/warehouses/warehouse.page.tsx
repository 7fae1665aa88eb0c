import {
  getDataWarehouseMetadataOptions,
  getDataWarehouseOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { Page, PlainButton } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { isRefreshing, RefreshPanel } from './refresh/refresh-panel.js';
import { CredentialsForm } from './settings/credentials-form.js';
import { CredentialsState } from './settings/credentials-state.js';
import { DatamartLink } from './settings/datamart-link.js';
import { DeleteWarehouse } from './settings/delete-warehouse.js';
import { engines } from './settings/engines.js';
import { WarehouseForm } from './settings/warehouse-form.js';
import { MetadataView } from './tree/metadata-view.js';

const route = getRouteApi('/signed-in/d/$datamart_id/warehouses/$warehouse_id');
const pollMs = 2_000;

export function WarehousePage() {
  const { may } = useDatamart();
  const { warehouse_id } = route.useParams();
  const [dialog, setDialog] = useState<'edit' | 'credentials' | 'delete'>();
  const one = useQuery(getDataWarehouseOptions({ path: { datawarehouse_id: warehouse_id } }));
  const warehouse = one.data?.data;
  const close = () => setDialog(undefined);
  const actions = warehouse && may('EDITOR') && (
    <>
      <PlainButton onClick={() => setDialog('credentials')}>Set the credentials</PlainButton>
      <PlainButton onClick={() => setDialog('edit')}>Edit</PlainButton>
      <PlainButton onClick={() => setDialog('delete')}>Delete</PlainButton>
    </>
  );
  return (
    <Page
      title={warehouse ? `Warehouse ${warehouse.name}` : 'Warehouse'}
      description={warehouse?.description}
      actions={actions}
    >
      <QueryView query={one}>
        {({ data: { engine_type, location } }) => (
          <>
            <Group gap="md">
              <Text size="sm">
                {engines[engine_type].label}
                {location && ` · ${location}`}
              </Text>
              <Group gap={4}>
                <Text size="sm">Credentials</Text>
                <CredentialsState warehouse_id={warehouse_id} />
              </Group>
            </Group>
            <DatamartLink warehouse_id={warehouse_id} />
            <RefreshPanel warehouse_id={warehouse_id} />
            <Metadata warehouse_id={warehouse_id} />
          </>
        )}
      </QueryView>
      {warehouse && dialog === 'edit' && <WarehouseForm warehouse={warehouse} onClose={close} />}
      {warehouse && dialog === 'credentials' && <CredentialsForm warehouse={warehouse} onClose={close} />}
      {warehouse && dialog === 'delete' && <DeleteWarehouse warehouse={warehouse} onClose={close} />}
    </Page>
  );
}

function Metadata({ warehouse_id }: { warehouse_id: string }) {
  const { include_disappeared } = route.useSearch();
  const path = { datawarehouse_id: warehouse_id };
  // The tree without what has disappeared is what a preview is compared with, and shows a refresh in progress.
  const current = useQuery({
    ...getDataWarehouseMetadataOptions({ path }),
    refetchInterval: ({ state }) => (isRefreshing(state.data?.data) ? pollMs : false),
  });
  const complete = useQuery({
    ...getDataWarehouseMetadataOptions({ path, query: { include_disappeared: true } }),
    enabled: include_disappeared === true,
    // Until both show its end.
    refetchInterval: ({ state }) =>
      isRefreshing(current.data?.data) || isRefreshing(state.data?.data) ? pollMs : false,
  });
  return (
    <QueryView query={include_disappeared ? complete : current}>
      {({ data: { databases } }) =>
        databases.length === 0 ? (
          <EmptyState title="No metadata yet">
            Set the credentials, then preview a refresh and store it. Databases, schemas, tables and columns appear
            here.
          </EmptyState>
        ) : (
          <MetadataView databases={databases} />
        )
      }
    </QueryView>
  );
}
