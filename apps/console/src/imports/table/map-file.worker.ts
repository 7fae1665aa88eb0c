import type { MapAnswer, MapRequest } from './map-file.js';
import { mapTable } from './map-table.js';

/** A browser keeps larger parts of a file on its disk: the memory of the page does not grow with the table. */
const partLength = 4_194_304;

const answer = (message: MapAnswer) => self.postMessage(message);

async function mapFile({ file, name, settings }: MapRequest): Promise<File> {
  const parts: Blob[] = [];
  let text = '';
  for await (const piece of mapTable(file.stream(), settings, (bytes) => answer({ kind: 'read', bytes }))) {
    text += piece;
    if (text.length < partLength) continue;
    parts.push(new Blob([text]));
    text = '';
  }
  return new File([...parts, text], name, { type: 'application/x-ndjson' });
}

self.onmessage = ({ data }: MessageEvent<MapRequest>) =>
  void mapFile(data).then(
    (file) => answer({ kind: 'mapped', file }),
    (error: unknown) => answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
