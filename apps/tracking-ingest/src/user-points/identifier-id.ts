import { hash } from 'node:crypto';
import { identifierKey, type Identifier } from '@tributary/contracts/identifier';

/**
 * One UUID per identifier and datamart, the first half of a SHA-256: what the table of identifiers is read by. Nobody can
 * make two identifiers that share one with less than 2^64 tries.
 */
export function identifierId(datamart_id: string, identifier: Identifier): string {
  const digest = hash('sha256', `${datamart_id}|${identifierKey(identifier)}`, 'hex');
  // As PostgreSQL writes it.
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 20)}-${digest.slice(20, 32)}`;
}
