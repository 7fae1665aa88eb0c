import { Injectable } from '@nestjs/common';
import type { DocumentImport, DocumentImportExecution, MimeType } from '@tributary/contracts/imports/document-import';
import { constraintViolation, existing, notFound } from '@tributary/contracts/errors';
import type { TraceCredential } from '@tributary/contracts/traces/activity-trace';
import type { ListQuery } from '@tributary/contracts/list-query';
import { copyInto } from '@tributary/database/copy';
import { query, transaction } from '@tributary/database/transaction';
import { violatedConstraint } from '@tributary/database/entities';
import { listRows } from '@tributary/database/list-rows';
import type { Page } from '@tributary/http/paged';
import { DirectoryStore } from '@tributary/security/directory.store';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import type { ImportPath } from '../document-imports/document-imports.repository.js';
import { publishStatusChanges } from '../execution-status.js';
import type { ScannedFile } from '../formats/file-scan.js';
import { completeClaim, type KeyClaim } from './idempotency-keys.repository.js';
import { executionColumns, toExecution, type ExecutionRow } from './execution.row.js';

export interface ExecutionPath extends ImportPath {
  execution_id: string;
}

/** A stored file with its import, organisation and user. */
interface NewExecution {
  documentImport: DocumentImport;
  organisation_id: string;
  user_id: string;
  /** Undefined if a gateway of an older version has passed the upload on. */
  credential: TraceCredential | undefined;
  input_key: string;
  input_file_name: string | undefined;
  file: ScannedFile;
  /** The claim of an upload with an `Idempotency-Key`. */
  claim: KeyClaim | undefined;
}

export interface FilesOfExecution {
  datamart_id: string;
  mime_type: MimeType;
  input_key: string;
  error_key: string | null;
}

const byPath = 'datamart_id = $1 and document_import_id = $2 and id = $3';
const valuesOf = ({ datamart_id, document_import_id, execution_id }: ExecutionPath) => [
  datamart_id,
  document_import_id,
  execution_id,
];

const chunkColumns = ['execution_id', 'chunk', 'first_line', 'byte_start', 'byte_end', 'records', 'is_oversized'];

@Injectable()
export class ExecutionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: DirectoryStore,
  ) {}

  async insert(execution: NewExecution): Promise<DocumentImportExecution> {
    const { datamart_id, document_type } = execution.documentImport;
    const reading = {
      is_ordered: document_type === 'USER_ACTIVITY' && this.directory.hasProcessings(datamart_id),
      junk_exceptions: [...this.directory.junkExceptionsOf(datamart_id)],
    };
    try {
      return await transaction(this.dataSource, async (client) => {
        const row = await insertRow(client, execution, reading);
        const chunks = execution.file.chunks.map(
          ({ chunk, first_line, byte_start, byte_end, records, is_oversized }) => [
            row.id,
            chunk,
            first_line,
            byte_start,
            byte_end,
            records,
            is_oversized,
          ],
        );
        await copyInto(client, 'chunks', chunkColumns, chunks);
        if (execution.claim) await completeClaim(client, execution.claim, row.id);
        await publishStatusChanges(client, [
          { datamart_id: row.datamart_id, execution_id: row.id, status: row.status },
        ]);
        return toExecution(row);
      });
    } catch (error) {
      // The import was deleted during the upload.
      throw violatedConstraint(error) === undefined ? error : notFound();
    }
  }

  async get(path: ExecutionPath): Promise<DocumentImportExecution> {
    const { rows } = await query<ExecutionRow>(
      this.dataSource,
      `select ${executionColumns} from executions where ${byPath}`,
      valuesOf(path),
    );
    return first(rows);
  }

  async findMany(ids: string[]): Promise<DocumentImportExecution[]> {
    const { rows } = await query<ExecutionRow>(
      this.dataSource,
      `select ${executionColumns} from executions where id = any($1)`,
      [ids],
    );
    return rows.map(toExecution);
  }

  /** Newest first. */
  async list(path: ImportPath, page: ListQuery): Promise<Page<DocumentImportExecution>> {
    const executions = {
      columns: executionColumns,
      from: 'from executions where datamart_id = $1 and document_import_id = $2',
      order: 'executions.id desc',
      values: [path.datamart_id, path.document_import_id],
    };
    const list = (client: ClientBase) => listRows<ExecutionRow>(client, executions, page);
    const { items, total } = await transaction(this.dataSource, list);
    return { items: items.map(toExecution), total };
  }

  /** Requests no further chunk. Chunks in flight are finished and counted; then the execution is CANCELED. */
  async requestCancel(path: ExecutionPath): Promise<DocumentImportExecution> {
    const { rows } = await transaction(this.dataSource, (client) =>
      client.query<ExecutionRow>(
        `update executions set cancel_status = 'REQUESTED'
          where ${byPath} and status in ('PENDING', 'RUNNING') returning ${executionColumns}`,
        valuesOf(path),
      ),
    );
    if (rows[0]) return toExecution(rows[0]);
    const { status } = await this.get(path);
    throw constraintViolation(`the execution is ${status} and cannot be canceled`);
  }

  /** Retries everything that is not yet applied. */
  async retry(path: ExecutionPath): Promise<DocumentImportExecution> {
    const retried = await transaction(this.dataSource, async (client) => {
      const { rows } = await client.query<ExecutionRow>(
        `update executions set status = 'PENDING', error = null, is_retryable = false, end_date = null,
          retry_count = retry_count + 1
          where ${byPath} and status = 'FAILED' and is_retryable returning ${executionColumns}`,
        valuesOf(path),
      );
      const [row] = rows;
      if (!row) return undefined;
      // Chunks that were in flight at the failure are overdue, so they are requested again at once.
      await client.query(
        `update chunks set requested_date = 0, attempts = 0
          where execution_id = $1 and state in ('REQUESTED', 'PARSING', 'PARSED')`,
        [row.id],
      );
      await publishStatusChanges(client, [{ datamart_id: row.datamart_id, execution_id: row.id, status: row.status }]);
      return toExecution(row);
    });
    if (retried) return retried;
    const { status } = await this.get(path);
    throw constraintViolation(`the execution is ${status}; only one that is FAILED and retryable can be retried`);
  }

  async findFiles(execution_id: string): Promise<FilesOfExecution | undefined> {
    const { rows } = await query<FilesOfExecution>(
      this.dataSource,
      'select datamart_id, mime_type, input_key, error_key from executions where id = $1',
      [execution_id],
    );
    return rows[0];
  }

  /** Returns the keys that an execution names. */
  async knownKeys(keys: string[]): Promise<Set<string>> {
    const { rows } = await query<{ key: string }>(
      this.dataSource,
      `select key from unnest($1::text[]) as key
        where exists (select from executions where input_key = key or error_key = key)`,
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }
}

/** How the lines of an execution are read and applied, as the datamart is at the upload. */
interface Reading {
  is_ordered: boolean;
  junk_exceptions: readonly string[];
}

async function insertRow(
  client: ClientBase,
  execution: NewExecution,
  { is_ordered, junk_exceptions }: Reading,
): Promise<ExecutionRow> {
  const { documentImport, organisation_id, user_id, credential, input_key, file } = execution;
  const { id: document_import_id, datamart_id, document_type, mime_type, priority } = documentImport;
  const input_file_name = execution.input_file_name ?? fileName(documentImport);
  const { rows } = await client.query<ExecutionRow>(
    `insert into executions (datamart_id, document_import_id, organisation_id, user_id, creation_date,
        document_type, mime_type, encoding, priority, input_key, input_file_name, input_sha256, number_of_lines,
        csv_columns, csv_delimiter, problem, num_tasks, is_ordered, junk_exceptions, credential)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
      returning ${executionColumns}`,
    [
      datamart_id,
      document_import_id,
      organisation_id,
      user_id,
      Date.now(),
      document_type,
      mime_type,
      file.encoding,
      priority,
      input_key,
      input_file_name,
      file.sha256,
      file.number_of_lines,
      JSON.stringify(file.csv_columns),
      file.csv_delimiter,
      file.problem,
      file.chunks.length,
      is_ordered,
      JSON.stringify(junk_exceptions),
      credential ?? null,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('an insert returns its row');
  return row;
}

/** The name of a file that was uploaded without one. */
const fileName = ({ id, mime_type }: DocumentImport) =>
  `document_import_${id}.${mime_type === 'TEXT_CSV' ? 'csv' : 'ndjson'}`;

const first = ([row]: ExecutionRow[]): DocumentImportExecution => toExecution(existing(row));
