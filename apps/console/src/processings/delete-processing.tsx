import { deleteProcessingMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Processing } from '@tributary/client/generated/types.gen';
import { ConfirmWrite } from '../components/confirm-dialog.js';

export const DeleteProcessing = ({ processing, onClose }: { processing: Processing; onClose: () => void }) => (
  <ConfirmWrite
    title={`Delete the processing ${processing.name}`}
    onClose={onClose}
    write={deleteProcessingMutation()}
    request={{ path: { processing_id: processing.id } }}
    changes={['listProcessings']}
    confirm="Delete"
  >
    Choices that people have made about it stay. A processing that a channel has selected cannot be deleted: archive it
    instead.
  </ConfirmWrite>
);
