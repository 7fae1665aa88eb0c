import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-actions.module.css';

interface DialogActionsProps {
  /** The problem that keeps the last button from doing its work. */
  problem?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** The end of a dialog with a form: it stays in sight while the fields scroll. */
export const DialogActions = ({ problem, children }: DialogActionsProps) => (
  <Stack className={classes['actions']}>
    {problem}
    <Group justify="flex-end">{children}</Group>
  </Stack>
);
