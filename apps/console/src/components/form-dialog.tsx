import { Button, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNotice } from './failure-notice.js';
import { CheckedForm } from './forms/checked-form.js';
import { DialogActions } from './forms/dialog-actions.js';
import { useSinglePress } from './use-single-press.js';

interface FormDialogProps {
  title: string;
  /** Default true. */
  opened?: boolean;
  onClose: () => void;
  onSubmit: () => void;
  /** The button: `Create`, `Save`. */
  submit: string;
  isPending: boolean;
  /** The failure of the request. A field that the message names may show it as well. */
  failure?: unknown;
  size?: string | number;
  children: ReactNode;
}

/**
 * A dialog with a form. It asks for required fields that are empty. It stays open when the request fails, with what was typed
 * in: a click beside it does not close it, and nothing does while the request is under way.
 */
export function FormDialog({
  title,
  opened = true,
  onClose,
  onSubmit,
  submit,
  isPending,
  failure,
  size,
  children,
}: FormDialogProps) {
  const press = useSinglePress(isPending, onSubmit);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size ?? 'md'}
      closeOnClickOutside={false}
      closeOnEscape={!isPending}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isPending }}
    >
      <CheckedForm onSubmit={press}>
        <Stack>
          {children}
          <DialogActions problem={failure != null && <FailureNotice failure={failure} />}>
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {submit}
            </Button>
          </DialogActions>
        </Stack>
      </CheckedForm>
    </Modal>
  );
}
