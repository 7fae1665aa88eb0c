import { deleteDataWarehouseMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DataWarehouse } from '@tributary/client/generated/types.gen';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';

export function DeleteWarehouse({ warehouse, onClose }: { warehouse: DataWarehouse; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const navigate = useNavigate();
  return (
    <ConfirmWrite
      title={`Delete the warehouse ${warehouse.name}`}
      onClose={onClose}
      write={deleteDataWarehouseMutation()}
      request={{ path: { datawarehouse_id: warehouse.id } }}
      changes={['listDataWarehouses']}
      onDone={() => navigate({ to: '/d/$datamart_id/warehouses', params: { datamart_id } })}
      confirm="Delete"
      typed={warehouse.name}
    >
      Its credentials, its stored metadata and its links to datamarts are deleted. Nothing in the engine changes.
    </ConfirmWrite>
  );
}
