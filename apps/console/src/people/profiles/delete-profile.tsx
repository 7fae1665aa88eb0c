import { deleteUserProfileMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { notifications } from '@mantine/notifications';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import type { Account } from './profile-form.js';

interface DeleteProfileProps {
  account: Account;
  user_point_id: string;
  onClose: () => void;
}

export function DeleteProfile({ account, user_point_id, onClose }: DeleteProfileProps) {
  const { datamart_id } = useDatamart();
  return (
    <ConfirmWrite
      title={`Delete the profile of ${account.compartment_id}/${account.user_account_id}`}
      onClose={onClose}
      write={deleteUserProfileMutation()}
      request={{ path: { datamart_id, user_point_selector: user_point_id, ...account } }}
      changes={['listUserProfiles']}
      onDone={() => {
        notifications.show({ message: 'The profile is deleted.' });
        onClose();
      }}
      confirm="Delete"
    >
      All properties of this account are deleted. The account itself stays with the person.
    </ConfirmWrite>
  );
}
