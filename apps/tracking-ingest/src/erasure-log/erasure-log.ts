import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { findsAny } from '@tributary/database/finds-any';
import { transaction } from '@tributary/database/transaction';
import { Upkeep } from '@tributary/runtime/repeater';
import type { DataSource } from 'typeorm';
import type { ErasureKey } from '../identity/erasure-key.js';
import { keepErasures, unkeptErasure, type KeptErasure, type LogErasures } from '../identity/keep-erasures.js';
import { toLines } from './erasure-line.js';
import { keptPages } from './kept-pages.js';

const everyMs = 1_000;
const rowsPerStep = 5_000;

/** Keeps all erasures that are not kept yet. */
export async function keepAllErasures(
  dataSource: DataSource,
  erasureKey: Pick<ErasureKey, 'macOf'>,
  log?: LogErasures,
): Promise<void> {
  const step = () => transaction(dataSource, (client) => keepErasures(client, erasureKey, rowsPerStep, log));
  while ((await findsAny(dataSource, unkeptErasure)) && (await step()) === rowsPerStep);
}

/**
 * The file of erasures of the embedded product, beside its database: it outlives a restore of the database. Each erasure is in
 * it within seconds, as a keyed hash.
 */
export class ErasureLog extends Upkeep {
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly erasureKey: ErasureKey,
    dataSource: DataSource,
    onError: (error: unknown) => void,
  ) {
    super();
    const keep = () => keepAllErasures(dataSource, erasureKey, this.append);
    this.repeat(keep, { everyMs, onError });
  }

  /** Writes all that the database knows and the file does not have yet: everything, if there is no file. */
  async catchUp(dataSource: DataSource): Promise<void> {
    if (!existsSync(this.file)) await this.create(dataSource);
    await keepAllErasures(dataSource, this.erasureKey, this.append);
  }

  private async create(dataSource: DataSource): Promise<void> {
    const unfinished = `${this.file}.new`;
    await rm(unfinished, { force: true });
    await appendTo(unfinished, '');
    for await (const page of keptPages(dataSource, 0)) await appendTo(unfinished, toLines(page, this.erasureKey));
    await rename(unfinished, this.file);
  }

  /**
   * One after another: several transactions may keep erasures at once, and longer texts than half a megabyte are several writes.
   * The first line feed ends a line that a crash has cut off.
   */
  readonly append: LogErasures = (erasures: KeptErasure[]) => {
    const write = () => appendTo(this.file, `\n${toLines(erasures, this.erasureKey)}`);
    const written = this.last.then(write);
    this.last = written.catch(() => undefined);
    return written;
  };
}

/** Resolves when the disk has it. */
async function appendTo(path: string, text: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    await file.appendFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}
