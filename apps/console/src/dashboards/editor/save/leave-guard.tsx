import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { currentToken } from '../../../session/session.js';

/** Asks before unsaved changes are left: for another page, or by closing the tab. The end of a session does not wait. */
export function LeaveGuard({ isDirty }: { isDirty: RefObject<boolean> }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty.current && current.pathname !== next.pathname && currentToken() !== undefined,
    enableBeforeUnload: () => isDirty.current,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog title="Leave without saving?" onClose={reset} onConfirm={proceed} confirm="Leave" isPending={false}>
      The changes stay in this tab as a draft, and are offered when you edit this dashboard again.
    </ConfirmDialog>
  );
}
