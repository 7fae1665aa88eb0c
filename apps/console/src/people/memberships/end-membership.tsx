import { deleteUserSegmentMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';

interface EndMembershipProps {
  user_point_id: string;
  segment_id: string;
  name: string | undefined;
  onClose: () => void;
}

export function EndMembership({ user_point_id, segment_id, name = segment_id, onClose }: EndMembershipProps) {
  const { datamart_id } = useDatamart();
  const { mutate, isPending, error } = useMutation({
    ...deleteUserSegmentMutation(),
    meta: { changes: ['listUserSegments'] },
    onSuccess: () => {
      notifications.show({ message: `The person has left ${name}.` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove the person from ${name}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { datamart_id, user_point_selector: user_point_id, segment_id } })}
      confirm="Remove"
      isPending={isPending}
      failure={error}
    >
      The membership ends now, and its data bag is deleted.
    </ConfirmDialog>
  );
}
