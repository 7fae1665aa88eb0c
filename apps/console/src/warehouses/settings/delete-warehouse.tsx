import { deleteDataWarehouseMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DataWarehouse } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';

export function DeleteWarehouse({ warehouse, onClose }: { warehouse: DataWarehouse; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    ...deleteDataWarehouseMutation(),
    meta: { changes: ['listDataWarehouses'] },
    onSuccess: () => navigate({ to: '/d/$datamart_id/warehouses', params: { datamart_id } }),
  });
  return (
    <ConfirmDialog
      title={`Delete the warehouse ${warehouse.name}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { datawarehouse_id: warehouse.id } })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
      typed={warehouse.name}
    >
      Its credentials, its stored metadata and its links to datamarts are deleted. Nothing in the engine changes.
    </ConfirmDialog>
  );
}
