import { breather } from '@tributary/bus/breather';
import { idsOfLines } from '@tributary/contracts/import-messages';
import type { BlobStore } from '../blobs/blob.store.js';
import { lineParser } from '../lines/parse-line.js';
import type { PartLine } from './chunk-parts.js';
import type { ChunkOfFile } from './chunks.repository.js';
import { identifiersIn } from './identifiers-in.js';
import { readChunk } from './read-chunk.js';
import { shardOf } from './shard-of-line.js';

/** A line that can be applied. */
export interface PlacedLine {
  line: PartLine;
  shard: number;
  /** Its length in the file. */
  bytes: number;
  /** Whom it names. */
  identifiers: string[];
}

/** Enough for each shard to begin with; what is parsed and waits costs memory, and the garbage collector its time. */
const pageLines = 750;

/**
 * The lines of the chunk that can be applied, in file order, parsed as they are asked for.
 * Throws `BlobMissing` when its file is gone.
 */
export async function* parseChunk(blobs: BlobStore, chunk: ChunkOfFile): AsyncGenerator<PlacedLine[], void> {
  const { execution_id, creation_ts } = chunk;
  const records = chunk.is_oversized ? [] : await readChunk(blobs, chunk);
  const parse = lineParser(chunk);
  const idOf = idsOfLines(execution_id);
  const breath = breather();
  let page: PlacedLine[] = [];
  for (const { line, bytes } of records) {
    const parsed = parse(bytes, { line, idOf, creation_ts });
    if ('operation' in parsed) {
      const { operation } = parsed;
      const identifiers = identifiersIn(operation);
      page.push({
        line: { line, operation },
        shard: shardOf(operation, identifiers),
        bytes: bytes.length,
        identifiers,
      });
    }
    if (page.length === pageLines) {
      yield page;
      page = [];
    }
    const pause = breath();
    if (pause) await pause;
  }
  yield page;
}
