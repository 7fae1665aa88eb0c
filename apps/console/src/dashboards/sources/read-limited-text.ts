/** The largest data file that a chart reads, bytes. */
const maxFileBytes = 5 * 1024 * 1024;

/** The text of a stream, UTF-8. @throws Error when it is larger; the rest is not read then */
export async function readLimitedText(stream: ReadableStream<Uint8Array>, most = maxFileBytes): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw new Error(`data_file: the file is larger than ${most / 1024 / 1024} MiB, the most that a chart reads`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** @throws Error with a sentence for the reader of the chart */
export function parseFile(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('data_file: the file is not JSON');
  }
}
