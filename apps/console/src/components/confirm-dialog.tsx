import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { FailureNotice } from './failure-notice.js';
import { useSinglePress } from './use-single-press.js';

interface ConfirmDialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The button: `Delete`, `Revoke`. */
  confirm: string;
  isPending: boolean;
  failure?: unknown;
  /** Must be typed in first: for what cannot be undone. */
  typed?: string;
  /** The consequences, and the things that stop working. */
  children: ReactNode;
}

export function ConfirmDialog({
  title,
  opened,
  onClose,
  onConfirm,
  confirm,
  isPending,
  failure,
  typed,
  children,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const press = useSinglePress(isPending, onConfirm);
  const send = (event: FormEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <form onSubmit={send}>
        <Stack>
          <Text component="div">{children}</Text>
          {typed !== undefined && (
            <TextInput
              label={`Type ${typed} to confirm`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {failure != null && <FailureNotice failure={failure} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={isPending} disabled={typed !== undefined && text !== typed}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
