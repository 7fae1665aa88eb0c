import type { IncomingHttpHeaders } from 'node:http';
import { Purpose, purposeHeader } from '@tributary/contracts/audit/audit-event';
import { takesPurpose, type AuditRule } from '@tributary/contracts/audit/audit-rules';
import { badData } from '@tributary/contracts/errors';
import { explainIssue } from '@tributary/contracts/values/explain-issue';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The purpose of a read of people. Node.js reads headers as Latin-1; clients send UTF-8.
 *
 * @throws BAD_REQUEST_DATA
 */
export function readPurpose(rule: AuditRule, headers: IncomingHttpHeaders): { purpose?: string } {
  const sent = takesPurpose(rule) ? headers[purposeHeader.toLowerCase()] : undefined;
  if (sent === undefined) return {};
  const purpose = Purpose.safeParse(decode(String(sent)), { error: explainIssue });
  if (!purpose.success) throw badData(`${purposeHeader}: ${purpose.error.issues[0]?.message ?? 'malformed'}`);
  return { purpose: purpose.data };
}

function decode(sent: string): string {
  try {
    return utf8.decode(Buffer.from(sent, 'latin1'));
  } catch {
    throw badData(`${purposeHeader}: must be UTF-8`);
  }
}
