import { deleteCollectKeyMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { CollectKey } from '@tributary/client/generated/types.gen';
import { ConfirmWrite } from '../components/confirm-dialog.js';

export function DeleteCollectKey({ collectKey, onClose }: { collectKey: CollectKey; onClose: () => void }) {
  const { datamart_id, id, name } = collectKey;
  return (
    <ConfirmWrite
      title={`Delete the collect key ${name}`}
      onClose={onClose}
      write={deleteCollectKeyMutation()}
      request={{ path: { datamart_id, collect_key_id: id } }}
      changes={['listCollectKeys']}
      confirm="Delete"
    >
      Every page and app that sends with it is refused from the next second on, and its data is lost until it has
      another key. This cannot be undone.
    </ConfirmWrite>
  );
}
