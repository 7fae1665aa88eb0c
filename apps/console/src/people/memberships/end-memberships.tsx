import { deleteUserSegment } from '@tributary/client/generated/sdk.gen';
import type { UserSegment } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { BulkDialog } from '../../components/bulk/bulk-dialog.js';
import { untilGone } from '../../components/deletions/until-gone.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { counted } from '../../words/counted.js';

interface EndMembershipsProps {
  user_point_id: string;
  memberships: readonly UserSegment[];
  nameOf: (membership: UserSegment) => string;
  onClose: () => void;
}

export function EndMemberships({ user_point_id, memberships, nameOf, onClose }: EndMembershipsProps) {
  const { datamart_id } = useDatamart();
  return (
    <BulkDialog
      title={`Remove the person from ${counted(memberships.length, 'segment')}`}
      rows={memberships}
      idOf={({ segment_id }) => segment_id}
      nameOf={nameOf}
      act={({ segment_id }) =>
        untilGone(deleteUserSegment({ path: { datamart_id, user_point_selector: user_point_id, segment_id } }))
      }
      confirm="Remove"
      changes={['listUserSegments']}
      onClose={onClose}
    >
      <Text>The memberships end now, and their data bags are deleted: {memberships.map(nameOf).join(', ')}.</Text>
    </BulkDialog>
  );
}
