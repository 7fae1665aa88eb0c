import { crc32 } from 'node:zlib';
import type { ImportOperation } from '@tributary/contracts/import-messages';

/** Into how many sequences the lines of an execution are divided, each in file order; several are applied at once. */
export const shards = 4;

/**
 * Lines of one identifier must take effect in file order, so they share a shard, and so do all lines that change who is
 * who. Activities commute, whoever they name, unless events of theirs write profiles or choices.
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

/** By the text alone; an escape may hide the name of an event. */
const mayWriteData = (body: string) => body.includes('$set_user_') || body.includes('\\u');
