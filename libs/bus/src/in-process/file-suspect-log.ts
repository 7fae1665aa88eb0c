import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../messages/parse-json.js';
import type { SuspectBatch, SuspectLog } from '../suspects/suspect-log.js';
import { appendLines } from './file-dead-letters.js';

const Batch = z.object({
  group: z.string(),
  topic: z.string(),
  messages: z.array(z.string()),
  /** Versions before do not say it. */
  wasSuspect: z.boolean().default(false),
  time: z.number(),
});
const Resolved = z.object({ resolved: z.object({ group: z.string(), topic: z.string(), message: z.string() }) });

/** Suspect batches of the embedded product, in `<directory of the dead letters>/suspects.ndjson`. */
export class FileSuspectLog implements SuspectLog {
  private readonly file: string;

  constructor(private readonly directory: string) {
    this.file = path.join(directory, 'suspects.ndjson');
  }

  write(batches: SuspectBatch[]): Promise<void> {
    return this.append(batches);
  }

  async read(since: number, groups: string[]): Promise<SuspectBatch[]> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    let batches: SuspectBatch[] = [];
    for (const line of text.split('\n').map(parseJson)) {
      const batch = Batch.safeParse(line).data;
      if (batch) batches.push(batch);
      const note = Resolved.safeParse(line).data;
      if (note) batches = batches.map((one) => without(one, note.resolved));
    }
    const suspect = batches.filter(({ time, messages }) => time >= since && messages.length > 0);
    if (text !== '' && suspect.length === 0) await rm(this.file);
    return suspect.filter(({ group }) => groups.includes(group));
  }

  resolve(group: string, topic: string, message: string): Promise<void> {
    return this.append([{ resolved: { group, topic, message } }]);
  }

  private async append(entries: object[]): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await appendLines(this.file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
}

function without(batch: SuspectBatch, { group, topic, message }: { group: string; topic: string; message: string }) {
  if (batch.group !== group || batch.topic !== topic) return batch;
  return { ...batch, messages: batch.messages.filter((name) => name !== message) };
}
