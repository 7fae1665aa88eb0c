import { deleteDashboardMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.js';

interface DeleteDashboardProps {
  registration: DashboardRegistration;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDashboard({ registration, onClose, onDeleted }: DeleteDashboardProps) {
  const { id, title, organisation_id } = registration;
  const { mutate, isPending, error } = useMutation({
    ...deleteDashboardMutation(),
    meta: { changes: ['listDashboards'] },
    onSuccess: () => {
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${title}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { dashboard_id: id }, query: { organisation_id } })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
    >
      The dashboard and all versions of its content are deleted. This cannot be undone. To hide it only, archive it:
      Edit the registration.
    </ConfirmDialog>
  );
}
