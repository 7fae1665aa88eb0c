import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Caller } from '@tributary/contracts/admin/access';
import type { DocumentImport, DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { bootForSpecs, specCaller, type BootedApp } from '@tributary/app-testing/boot-for-specs';
import { DirectoryStore } from '@tributary/security/directory.store';
import { eventually } from '@tributary/testing/eventually';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import { ImportSettings } from '../src/config.js';
import { importDatabase } from '../src/database.js';
import { ImportWorkerModule } from '../src/import-worker.module.js';
import { standIn, Tracking } from './tracking-stand-in.js';

export const editor: Caller = { user_id: '7', roles: [{ organisation_id: '1', role: 'EDITOR' }] };
export const outsider: Caller = { user_id: '8', roles: [{ organisation_id: '2', role: 'EDITOR' }] };

/** Datamarts 1 and 3 belong to organisation 1, datamart 2 to organisation 2. */
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

interface BootImportsOptions {
  settings?: Partial<Record<keyof ImportSettings, unknown>>;
  tracking?: Tracking;
}

/** The module on a new database. `boot` starts another instance on the same database. */
export async function bootImports({ settings = {}, tracking = new Tracking() }: BootImportsOptions = {}) {
  const postgres = await startMigratedPostgres(importDatabase);
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-imports-'));
  const config = { ...ImportSettings.parse({ DATA_DIR: directory, ...settings }), DATABASE_URL: postgres.url };
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

/** The internal key of `bootForSpecs`. */

/** The requests of a user. */
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
  /** An upload that the caller can abort at once; `fetch` would keep the connection open for a while. */
  const beginUpload = (documentImport: DocumentImport, headers: Record<string, string> = {}) =>
    request(new URL(booted.url + executionsOf(documentImport)), {
      method: 'POST',
      headers: {
        ...specCaller('import-worker', editor, executionsOf(documentImport), 'POST'),
        'content-type': 'application/x-ndjson',
        ...headers,
      },
    }).on('error', () => undefined);
  return { beginUpload, send, imports, createImport, executionsOf, upload, execute, read, ended, act, download };
}

export const anImport = (difference: object = {}) => ({
  document_type: 'USER_SEGMENT',
  mime_type: 'APPLICATION_X_NDJSON',
  encoding: 'utf-8',
  name: 'members',
  ...difference,
});

/** Lines of USER_SEGMENT, round-robin over the agents. */
export const segmentLines = (count: number, agents = count) =>
  Array.from(
    { length: count },
    (_, index) => `{"operation":"UPDATE","user_agent_id":"web:1:${(index % agents) + 1}","segment_id":"s"}\n`,
  ).join('');
