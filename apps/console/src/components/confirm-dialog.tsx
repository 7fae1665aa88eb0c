import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Operation } from '../repeat-reads.js';
import { mayHaveTakenEffect, untilGone } from './deletions/until-gone.js';
import { FailureNotice } from './failure-notice.js';
import { useSinglePress } from './use-single-press.js';

interface ConfirmDialogProps {
  title: string;
  /** Default true. */
  opened?: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The button: `Delete`, `Revoke`. */
  confirm: string;
  isPending: boolean;
  /** Whether closing it ends the request that is under way. Default: it cannot be closed until the request has ended. */
  isStoppable?: boolean;
  failure?: unknown;
  /** Must be typed in first: for what cannot be undone. */
  typed?: string;
  /** The consequences, and the things that stop working. */
  children: ReactNode;
}

export function ConfirmDialog({
  title,
  opened = true,
  onClose,
  onConfirm,
  confirm,
  isPending,
  isStoppable = false,
  failure,
  typed,
  children,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  // The end of a request would meet the next dialog.
  const isHeld = isPending && !isStoppable;
  const press = useSinglePress(isPending, onConfirm);
  const send = (event: FormEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={!isPending}
      closeOnEscape={!isHeld}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isHeld }}
    >
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
            <Button variant="default" onClick={onClose} disabled={isHeld}>
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

interface ConfirmWriteProps<Request> extends Pick<
  ConfirmDialogProps,
  'title' | 'onClose' | 'confirm' | 'typed' | 'children'
> {
  /** A deletion of the generated client. */
  write: Pick<UseMutationOptions<unknown, Error, Request>, 'mutationFn'>;
  request: Request;
  /** Whether the user has typed in, unchecked, what to delete: then its absence is a mistake, unless an earlier try may have deleted it. */
  isTypedIn?: boolean;
  /** The reads that show another answer afterwards. */
  changes?: readonly Operation[];
  /** Default: closes the dialog. */
  onDone?: () => unknown;
}

/** A dialog that sends one deletion once it is confirmed, and stays open when that fails. */
export function ConfirmWrite<Request>(props: ConfirmWriteProps<Request>) {
  const { write, request, isTypedIn = false, changes = [], onDone, ...dialog } = props;
  const onSuccess = () => (onDone ?? dialog.onClose)();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ mayBeGone }: { mayBeGone: boolean }, context): Promise<unknown> => {
      const deletion = write.mutationFn?.(request, context);
      return mayBeGone ? untilGone(deletion) : deletion;
    },
    meta: { changes },
    onSuccess,
  });
  const confirm = () => mutate({ mayBeGone: !isTypedIn || mayHaveTakenEffect(error) });
  return <ConfirmDialog {...dialog} onConfirm={confirm} isPending={isPending} failure={error} />;
}
