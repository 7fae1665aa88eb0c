import { isoDay } from '@tributary/contracts/rules/time-units';
import { Alert, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { undoChoices } from '@tributary/client/choices/undo-choices';
import type { CollectKey } from '@tributary/client/generated/types.gen';
import { useState } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.js';

const today = () => isoDay(Date.now());

export function UndoChoices({ collectKey, onClose }: { collectKey: CollectKey; onClose: () => void }) {
  const { datamart_id, id, name } = collectKey;
  const [day, setDay] = useState(today);
  const [soFar, setSoFar] = useState(0);
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => undoChoices(datamart_id, { collect_key_id: id }, day, setSoFar),
  });
  return (
    <ConfirmDialog
      title={`Undo choices of ${name}`}
      onClose={onClose}
      onConfirm={mutate}
      confirm="Undo"
      isPending={isPending}
      failure={error}
    >
      All choices that came with the key on this day count no more, and what people chose before is current again. The
      change logs keep them.
      <TextInput
        type="date"
        label="Day"
        description="Of UTC, by the time at which they came in."
        max={today()}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        required
        mt="sm"
      />
      {(data !== undefined || soFar > 0) && (
        <Alert mt="sm" role="status">
          {data === undefined ? `Undone so far: ${soFar}` : `Undone choices: ${data}`}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
