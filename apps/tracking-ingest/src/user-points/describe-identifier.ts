import type { UserIdentifier } from '@tributary/contracts/tracking/user-point';
import type { IdentifierRow } from '../identity/user-identifiers.js';

/** An identifier with the field names of selectors and imports. */
export function describeIdentifier(
  row: Pick<IdentifierRow, 'type' | 'compartment_id' | 'value'> & { creation_ts: string },
): UserIdentifier {
  const creation_ts = Number(row.creation_ts);
  switch (row.type) {
    case 'USER_ACCOUNT':
      return { type: row.type, compartment_id: row.compartment_id, user_account_id: row.value, creation_ts };
    case 'USER_EMAIL':
      return { type: row.type, email_hash: row.value, creation_ts };
    case 'USER_AGENT':
      return { type: row.type, user_agent_id: row.value, creation_ts };
  }
}
