import type { AuditEvent } from '../generated/types.gen.js';

/** All actions that an event of the audit can have. */
const known: Record<AuditEvent['action'], true> = {
  CREATE: true,
  UPDATE: true,
  DELETE: true,
  SIGN_IN: true,
  SIGN_IN_FAILED: true,
  SIGN_OUT: true,
  READ: true,
  EXPORT: true,
  ERASE: true,
  RETRY: true,
};

export type AuditAction = AuditEvent['action'];

export const auditActions = Object.keys(known) as AuditAction[];
