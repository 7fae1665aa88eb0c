import { deleteAudienceSegmentMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';

export function DeleteSegment({ segment, onClose }: { segment: AudienceSegment; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const navigate = useNavigate();
  const { id, name, user_points_count } = segment;
  return (
    <ConfirmWrite
      title={`Delete the segment ${name}`}
      onClose={onClose}
      write={deleteAudienceSegmentMutation()}
      request={{ path: { audience_segment_id: id } }}
      changes={['listAudienceSegments']}
      onDone={async () => {
        notifications.show({ message: `The segment ${name} is deleted.` });
        await navigate({ to: '/d/$datamart_id/segments', params: { datamart_id } });
      }}
      confirm="Delete"
      typed={name}
    >
      The segment and its {user_points_count.toLocaleString('en')} memberships are deleted, in reports within a minute.
      The people stay. It cannot be undone.
    </ConfirmWrite>
  );
}
