import { crc32 } from 'node:zlib';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';

/** Number of shards of an execution's lines. A shard is applied in file order; shards are applied concurrently. */
export const shards = 4;

/**
 * Lines of one identifier take effect in file order, so they share a shard. All lines that change which identifiers belong
 * to which user point share shard 0. The order of activities does not matter, unless their events write profiles or choices. If
 * choices decide about activities of the datamart, every order matters (`is_ordered`).
 */
export function shardOf(operation: ImportOperation, [identifier = '']: string[]): number {
  switch (operation.kind) {
    case 'associate':
    case 'dissociate':
    case 'delete_identifier':
    case 'delete_point':
      return 0;
    case 'activity':
      return mayWriteData(operation.body) ? 0 : crc32(identifier) % shards;
    default:
      return crc32(identifier) % shards;
  }
}

/** Looks at the text only, without parsing it. A `\u` escape may hide an event name, so it counts as one. */
const mayWriteData = (body: string) => body.includes('$set_user_') || body.includes('\\u');
