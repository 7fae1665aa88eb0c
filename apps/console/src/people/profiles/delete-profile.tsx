import { deleteUserProfileMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import type { Account } from './profile-form.js';

interface DeleteProfileProps {
  account: Account;
  user_point_id: string;
  onClose: () => void;
}

export function DeleteProfile({ account, user_point_id, onClose }: DeleteProfileProps) {
  const { datamart_id } = useDatamart();
  const { mutate, isPending, error } = useMutation({
    ...deleteUserProfileMutation(),
    meta: { changes: ['listUserProfiles'] },
    onSuccess: () => {
      notifications.show({ message: 'The profile is deleted.' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the profile of ${account.compartment_id}/${account.user_account_id}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { datamart_id, user_point_selector: user_point_id, ...account } })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
    >
      All properties of this account are deleted. The account itself stays with the person.
    </ConfirmDialog>
  );
}
