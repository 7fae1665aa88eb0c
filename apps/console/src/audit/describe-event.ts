import type { AuditEvent } from '@tributary/client/generated/types.gen';

const verbs: Record<AuditEvent['action'], string> = {
  CREATE: 'created',
  UPDATE: 'changed',
  DELETE: 'deleted',
  SIGN_IN: 'signed in',
  SIGN_IN_FAILED: 'failed to sign in',
  SIGN_OUT: 'signed out',
  READ: 'read',
  EXPORT: 'exported',
  ERASE: 'erased',
  RETRY: 'retried',
};

/** A sentence without its subject, such as "changed the datamart 7". */
export function describeEvent({ action, resource, resource_id, count, purpose }: Omit<AuditEvent, 'ts'>): string {
  if (action.startsWith('SIGN_')) return verbs[action];
  const noun = resource.replaceAll('_', ' ');
  if (count !== undefined) return `read ${noun}s ${count} ${count === 1 ? 'time' : 'times'} in this hour, signed`;
  const reason = purpose === undefined ? '' : ` – ${purpose}`;
  return `${verbs[action]} the ${noun} ${resource_id}${reason}`;
}

/** The changed fields as text. */
export const describeChanges = ({ changes = {} }: Pick<AuditEvent, 'changes'>) =>
  Object.entries(changes).map(([field, [before, after]]) => ({ field, before: shown(before), after: shown(after) }));

const shown = (value: unknown): string =>
  value == null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
