import { deleteDashboardMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DashboardRegistration } from '@tributary/client/generated/types.gen';
import { ConfirmWrite } from '../../components/confirm-dialog.js';

interface DeleteDashboardProps {
  registration: DashboardRegistration;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDashboard({ registration, onClose, onDeleted }: DeleteDashboardProps) {
  const { id, title, organisation_id } = registration;
  return (
    <ConfirmWrite
      title={`Delete ${title}`}
      onClose={onClose}
      write={deleteDashboardMutation()}
      request={{ path: { dashboard_id: id }, query: { organisation_id } }}
      changes={['listDashboards']}
      onDone={onDeleted}
      confirm="Delete"
    >
      The dashboard and all versions of its content are deleted. This cannot be undone. To hide it only, archive it:
      Edit the registration.
    </ConfirmWrite>
  );
}
