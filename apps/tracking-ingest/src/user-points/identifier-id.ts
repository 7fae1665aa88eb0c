import { hash } from 'node:crypto';
import { identifierKey, type Identifier } from '@tributary/contracts/identifier';
import { uuidOf } from '@tributary/contracts/uuid';

/**
 * One UUID per identifier and datamart, the first half of a SHA-256: what the table of identifiers is read by. Nobody can
 * make two identifiers that share one with less than 2^64 tries.
 */
export function identifierId(datamart_id: string, identifier: Identifier): string {
  return uuidOf(hash('sha256', `${datamart_id}|${identifierKey(identifier)}`, 'hex'));
}
