import { deleteCompartmentMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Compartment } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';

export function DeleteCompartment({ compartment, onClose }: { compartment: Compartment; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const { mutate, isPending, error } = useMutation({
    ...deleteCompartmentMutation(),
    meta: { changes: ['listCompartments'] },
    onSuccess: onClose,
  });
  const { compartment_id, name } = compartment;
  return (
    <ConfirmDialog
      title={`Delete the compartment ${name}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { datamart_id, compartment_id } })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
    >
      Its registration is deleted. A compartment that has accounts cannot be deleted: archive it instead.
    </ConfirmDialog>
  );
}
