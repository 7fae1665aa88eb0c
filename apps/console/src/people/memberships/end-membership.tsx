import { deleteUserSegmentMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { notifications } from '@mantine/notifications';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';

interface EndMembershipProps {
  user_point_id: string;
  segment_id: string;
  name: string | undefined;
  onClose: () => void;
}

export function EndMembership({ user_point_id, segment_id, name = segment_id, onClose }: EndMembershipProps) {
  const { datamart_id } = useDatamart();
  return (
    <ConfirmWrite
      title={`Remove the person from ${name}`}
      onClose={onClose}
      write={deleteUserSegmentMutation()}
      request={{ path: { datamart_id, user_point_selector: user_point_id, segment_id } }}
      changes={['listUserSegments']}
      onDone={() => {
        notifications.show({ message: `The person has left ${name}.` });
        onClose();
      }}
      confirm="Remove"
    >
      The membership ends now, and its data bag is deleted.
    </ConfirmWrite>
  );
}
