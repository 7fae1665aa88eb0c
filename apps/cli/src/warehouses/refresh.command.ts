import { getDataWarehouseMetadata, refreshDataWarehouseMetadata } from '@tributary/client/generated/sdk.gen';
import type { Database } from '@tributary/client/generated/types.gen';
import { pause } from '@tributary/client/imports/poll-pause';
import { diffMetadata, type MetadataDiff } from '@tributary/client/warehouses/diff-metadata';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { Failure } from '../output/failures.js';
import { print } from '../output/print.js';
import { endProgress, say, showProgress } from '../output/status-messages.js';
import { openSession } from '../session/open-session.js';

interface RefreshOptions extends CommonOptions {
  diff?: boolean;
}

export const refreshCommand = (): Command =>
  createCommand('refresh', {
    summary: 'Read a warehouse again, and show what has changed',
    details: 'It runs in the background of the platform: Ctrl-C leaves it running.',
    examples: ['tributary warehouse refresh 3', 'tributary warehouse refresh 3 --diff'],
  })
    .argument('<warehouse>', 'id of the warehouse')
    .option('--diff', 'only show what would change; nothing is stored')
    .action(refresh);

async function refresh(datawarehouse_id: string, options: RefreshOptions): Promise<void> {
  openSession(options);
  const before = options.curl ? [] : await readDatabases(datawarehouse_id);
  const after = options.diff ? await fetchOnly(datawarehouse_id) : await runRefresh(datawarehouse_id);
  const diff = diffMetadata(before, after);
  const changes = changesOf(diff);
  print(options.output, diff, () => ({ headers: ['change', 'element', 'path', 'detail'], rows: changes }));
  if (changes.length === 0) say('Nothing has changed.');
}

async function readDatabases(datawarehouse_id: string): Promise<Database[]> {
  const { data } = await getDataWarehouseMetadata({ path: { datawarehouse_id } });
  return data.data.databases;
}

async function fetchOnly(datawarehouse_id: string): Promise<Database[]> {
  showProgress('Reading the warehouse …');
  const { data } = await refreshDataWarehouseMetadata({ path: { datawarehouse_id }, body: { fetch_only: true } });
  endProgress();
  return data.data.databases;
}

const pollMs = 1_000;

/** Starts a refresh in the background, and waits for its end: a large warehouse takes longer than a request may. */
async function runRefresh(datawarehouse_id: string): Promise<Database[]> {
  const path = { datawarehouse_id };
  const started = await refreshDataWarehouseMetadata({ path, query: { async: true }, body: { fetch_only: false } });
  const id = started.data.data.refresh?.id;
  for (let seconds = 0; ; seconds += 1) {
    const { data } = await getDataWarehouseMetadata({ path });
    const { refresh, databases } = data.data;
    if (refresh?.status === 'FAILED' && refresh.id === id)
      throw new Failure(
        `the refresh failed: ${refresh.error ?? 'no reason is given'}`,
        'The stored metadata is unchanged.',
      );
    // A later refresh may have taken the place of this one.
    if (refresh?.status !== 'REQUESTED' && refresh?.status !== 'RUNNING') return (endProgress(), databases);
    showProgress(`Reading the warehouse … ${seconds} s`);
    await pause(pollMs, new AbortController().signal);
  }
}

const changesOf = ({ added, disappeared, changed }: MetadataDiff) =>
  Object.entries({ added, disappeared, changed }).flatMap(([change, elements]) =>
    elements.map(({ kind, path, detail }) => [change, kind, path, detail]),
  );
