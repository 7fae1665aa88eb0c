/** A line of the file of failures. */
export interface LineFailure {
  line: number;
  byte_offset: number;
  error_code: string;
  error: string;
  content: string;
}

/**
 * Reads failures as their file arrives, in batches, so that the page stays responsive. The file may be far larger than memory:
 * what is left of it after `maxBytes` is not read.
 *
 * @returns whether the file was read to its end
 */
export async function readFailures(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  onFailures: (failures: LineFailure[]) => void,
): Promise<boolean> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      onFailures(lines.flatMap(parseFailure));
      if (done) return true;
      bytes += value.length;
      if (bytes >= maxBytes) return false;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseFailure(line: string): LineFailure[] {
  if (line === '') return [];
  try {
    return [JSON.parse(line) as LineFailure];
  } catch {
    return [];
  }
}
