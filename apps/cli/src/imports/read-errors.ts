import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { downloadDataFile } from '@tributary/client/generated/sdk.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { FailureGroups } from '@tributary/client/imports/group-failures';
import { readFailures } from '@tributary/client/imports/read-failures';

type Bytes = Uint8Array<ArrayBuffer>;

/** The lines that were refused: grouped by reason, and as NDJSON in a file, if one is named. */
export class LineErrors {
  readonly groups = new FailureGroups();

  private constructor(private readonly file: WriteStream | undefined) {}

  /** @throws if the file cannot be written: before the import, not after it */
  static async open(file: string | undefined): Promise<LineErrors> {
    if (file === undefined) return new LineErrors(undefined);
    const stream = createWriteStream(file);
    await once(stream, 'open');
    return new LineErrors(stream);
  }

  /** Reads the errors of an execution as they arrive: there may be more than fit into memory. */
  async add({ result }: DocumentImportExecution): Promise<void> {
    const uri = result?.error_file_uri;
    if (!uri) return;
    const { data } = await downloadDataFile({ query: { uri }, parseAs: 'stream' });
    const copy = new TransformStream<Bytes, Bytes>({
      transform: async (chunk, controller) => {
        await this.write(chunk);
        controller.enqueue(chunk);
      },
    });
    const body = (data as unknown as ReadableStream<Bytes>).pipeThrough(copy);
    await readFailures(body, Infinity, (failures) => this.groups.add(failures));
  }

  async close(): Promise<void> {
    if (!this.file) return;
    this.file.end();
    await once(this.file, 'close');
  }

  private async write(chunk: Bytes): Promise<void> {
    if (this.file && !this.file.write(chunk)) await once(this.file, 'drain');
  }
}
