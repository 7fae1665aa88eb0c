import { constraintViolation } from '@tributary/contracts/errors';
import type { EntityManager } from 'typeorm';
import { dataFilesOfVersion } from '../access-events/access-state.js';

const maxUris = 100;
/** As JSON. 100 of the longest URIs fit, with room to what Kafka takes. A URI counts once for each organisation. */
const maxBytes = 1024 * 1024;

const counted = `
  select count(distinct uri)::int as uris, coalesce(sum(octet_length(to_json(named)::text)), 0)::float8 as bytes
  from (${dataFilesOfVersion('$1')}) as named where uri is not null`;

/**
 * Limits the files that the worker of a version may read, those of all analyzers together: they are published in one message,
 * and a message that is too large for the bus would hold up all that are published after it, revocations included.
 *
 * The transaction has locked the version, and has written what it wants to write.
 *
 * @param field what the request has changed
 * @throws CONSTRAINT_VIOLATION_EXCEPTION
 */
export async function requireFewDataFiles(manager: EntityManager, version: string, field: string): Promise<void> {
  const [found] = await manager.query<{ uris: number; bytes: number }[]>(counted, [version]);
  if (!found) return;
  const what = `${field}: the analyzers of the version name too many files in \`value.uri\``;
  if (found.uris > maxUris) throw constraintViolation(`${what}: at most ${maxUris} different ones are possible`);
  if (found.bytes > maxBytes) throw constraintViolation(`${what}: at most ${maxBytes} bytes in all are possible`);
}
