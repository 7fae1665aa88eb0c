import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Caller } from '@tributary/contracts/access';
import type { DocumentImport, DocumentImportExecution } from '@tributary/contracts/document-import';
import { callerHeader, signCaller } from '@tributary/http/caller-header';
import { migrate } from '@tributary/database/migrate';
import { bootForSpecs, type BootedApp } from '@tributary/runtime/boot-for-specs';
import { DirectoryStore } from '@tributary/security/directory.store';
import { eventually } from '@tributary/testing/eventually';
import { startPostgres } from '@tributary/testing/postgres';
import { ImportSettings } from '../src/config.js';
import { importDatabase } from '../src/database.js';
import { ImportWorkerModule } from '../src/import-worker.module.js';
import { standIn, Tracking } from './tracking-stand-in.js';

export const editor: Caller = { user_id: '7', roles: [{ organisation_id: '1', role: 'EDITOR' }] };
export const stranger: Caller = { user_id: '8', roles: [{ organisation_id: '2', role: 'EDITOR' }] };

/** Datamart 1 and 3 are organisation 1's, datamart 2 is organisation 2's. */
function fillDirectory({ app }: BootedApp): void {
  const directory = app.get(DirectoryStore, { strict: false });
  directory.apply({ kind: 'organisation', id: '1', community_id: '1' });
  directory.apply({ kind: 'organisation', id: '2', community_id: '2' });
  for (const [id, organisation_id] of [
    ['1', '1'],
    ['2', '2'],
    ['3', '1'],
  ] as const)
    directory.apply({ kind: 'datamart', id, organisation_id });
}

export interface BootImportsOptions {
  settings?: Partial<Record<keyof ImportSettings, unknown>>;
  tracking?: Tracking;
}

/** The module on a database of its own, and on one that a stopped one has left. */
export async function bootImports({ settings = {}, tracking = new Tracking() }: BootImportsOptions = {}) {
  const postgres = await startPostgres();
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-imports-'));
  await migrate({ ...importDatabase, url: postgres.url });
  const config = {
    ...ImportSettings.parse({ DATA_DIR: directory, ...settings }),
    DATABASE_URL: postgres.url,
  };
  const boot = async () => {
    const booted = await bootForSpecs({
      name: 'import-worker',
      module: (platform) => ImportWorkerModule.register(config, platform),
      controllers: [standIn(tracking)],
    });
    tracking.publisher = booted.publisher;
    fillDirectory(booted);
    return booted;
  };
  const booted = await boot();
  return { ...clientOf(booted), booted, boot, postgres, directory };
}

/** That of `bootForSpecs`. */
const specKey = 'the key that a spec shares with the app';

/** What a user does. */
export function clientOf(booted: BootedApp) {
  const send = booted.as(editor);
  const json = async <T>(response: Response) => (await response.json()) as T;
  const imports = '/v1/datamarts/1/document_imports';
  const headers = { 'content-type': 'application/json' };
  const createImport = async (difference: object = {}, root = imports) => {
    const body = JSON.stringify({ ...anImport(), ...difference });
    const { data } = await json<{ data: DocumentImport }>(await send(root, { method: 'POST', headers, body }));
    return data;
  };
  const executionsOf = ({ datamart_id, id }: DocumentImport) =>
    `/v1/datamarts/${datamart_id}/document_imports/${id}/executions`;
  const upload = (documentImport: DocumentImport, body: string | FormData | Buffer, type?: string) => {
    const contentType = type ?? (documentImport.mime_type === 'TEXT_CSV' ? 'text/csv' : 'application/x-ndjson');
    return send(executionsOf(documentImport), { method: 'POST', headers: { 'content-type': contentType }, body });
  };
  const execute = async (documentImport: DocumentImport, body: string | FormData | Buffer) =>
    (await json<{ data: DocumentImportExecution }>(await upload(documentImport, body))).data;
  const read = async ({ permalink_uri }: DocumentImportExecution) =>
    (await json<{ data: DocumentImportExecution }>(await send(permalink_uri))).data;
  const ended = (execution: DocumentImportExecution) =>
    eventually(async () => {
      const current = await read(execution);
      if (current.status === 'PENDING' || current.status === 'RUNNING') throw new Error(JSON.stringify(current));
      return current;
    });
  const act = ({ permalink_uri }: DocumentImportExecution, action: string) =>
    send(`${permalink_uri}/action`, { method: 'POST', headers, body: JSON.stringify({ action }) });
  const download = (uri: string | null) => send(`/v1/data_file/data?uri=${encodeURIComponent(uri ?? '')}`);
  /** An upload that its caller may break off, as no `fetch` does: that keeps the connection for a while. */
  const beginUpload = (documentImport: DocumentImport) =>
    request(new URL(booted.url + executionsOf(documentImport)), {
      method: 'POST',
      headers: { [callerHeader]: signCaller(editor, specKey), 'content-type': 'application/x-ndjson' },
    }).on('error', () => undefined);
  return {
    beginUpload,
    ...{ send, imports, createImport, executionsOf, upload, execute, read, ended, act, download },
  };
}

export const anImport = (difference: object = {}) => ({
  document_type: 'USER_SEGMENT',
  mime_type: 'APPLICATION_X_NDJSON',
  encoding: 'utf-8',
  name: 'members',
  ...difference,
});

/** Lines of USER_SEGMENT, the agents in turns. */
export const segmentLines = (count: number, agents = count) =>
  Array.from(
    { length: count },
    (_, index) => `{"operation":"UPDATE","user_agent_id":"web:1:${(index % agents) + 1}","segment_id":"s"}\n`,
  ).join('');
