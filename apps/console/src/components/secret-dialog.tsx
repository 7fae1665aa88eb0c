import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Snippet } from './snippet.js';

interface SecretDialogProps {
  title: string;
  /** Undefined while the dialog is closed. */
  secret: string | undefined;
  onClose: () => void;
  /** How to use it. */
  children?: ReactNode;
}

/** Shows a secret that the server shows once. It closes only after the reader has confirmed to have kept it. */
export function SecretDialog({ title, secret, onClose, children }: SecretDialogProps) {
  const [isKept, setKept] = useState(false);
  const close = () => {
    setKept(false);
    onClose();
  };
  return (
    <Modal
      opened={secret !== undefined}
      onClose={close}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>Copy it now. It is shown this once only.</Text>
        <Snippet text={secret ?? ''} label="the secret" />
        {children}
        <Group justify="space-between">
          <Checkbox
            label="I have kept it"
            checked={isKept}
            onChange={(event) => setKept(event.currentTarget.checked)}
          />
          <Button disabled={!isKept} onClick={close}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
