import { Inject, Injectable } from '@nestjs/common';
import type { DocumentImport, DocumentImportInput } from '@tributary/contracts/imports/document-import';
import { existing, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { listRows } from '@tributary/database/list-rows';
import { query, transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { SETTINGS, type ImportSettings } from '../config.js';

/** The ids in the path of an import. */
export interface ImportPath {
  datamart_id: string;
  document_import_id: string;
}

const columns = 'id, datamart_id, document_type, mime_type, encoding, name, priority';

type Row = Omit<DocumentImport, 'datafarm_key'>;

@Injectable()
export class DocumentImportsRepository {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: ImportSettings,
  ) {}

  async list(datamart_id: string, page: ListQuery): Promise<Page<DocumentImport>> {
    const imports = {
      columns,
      from: 'from document_imports where datamart_id = $1',
      order: 'id',
      values: [datamart_id],
    };
    const { items, total } = await transaction(this.dataSource, (client) => listRows<Row>(client, imports, page));
    return { items: items.map(this.toImport), total };
  }

  async get({ datamart_id, document_import_id }: ImportPath): Promise<DocumentImport> {
    const { rows } = await query<Row>(
      this.dataSource,
      `select ${columns} from document_imports where datamart_id = $1 and id = $2`,
      [datamart_id, document_import_id],
    );
    return this.first(rows);
  }

  insert(datamart_id: string, input: DocumentImportInput): Promise<DocumentImport> {
    return this.write(
      `insert into document_imports (datamart_id, document_type, mime_type, encoding, name, priority)
        values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
      [datamart_id, ...valuesOf(input)],
    );
  }

  update({ datamart_id, document_import_id }: ImportPath, input: DocumentImportInput): Promise<DocumentImport> {
    return this.write(
      `update document_imports set document_type = $3, mime_type = $4, encoding = $5, name = $6, priority = $7
        where datamart_id = $1 and id = $2 returning ${columns}`,
      [datamart_id, document_import_id, ...valuesOf(input)],
    );
  }

  private write(text: string, values: unknown[]): Promise<DocumentImport> {
    return transaction(this.dataSource, async (client) => this.first((await client.query<Row>(text, values)).rows));
  }

  /** Deletes the import and its executions. Returns the keys of their files, for removal. */
  delete({ datamart_id, document_import_id }: ImportPath): Promise<string[]> {
    const path = [datamart_id, document_import_id];
    return transaction(this.dataSource, async (client) => {
      // Their chunks go with them: see lockExecutions.
      const { rows } = await client.query<{ keys: (string | null)[] }>(
        `select array[input_key, error_key] as keys from executions
          where datamart_id = $1 and document_import_id = $2 order by id for update`,
        path,
      );
      const deleted = await client.query('delete from document_imports where datamart_id = $1 and id = $2', path);
      if (deleted.rowCount === 0) throw notFound();
      return rows.flatMap(({ keys }) => keys).filter((key) => key !== null);
    });
  }

  private first([row]: Row[]): DocumentImport {
    return this.toImport(existing(row));
  }

  private readonly toImport = (row: Row): DocumentImport => ({ ...row, datafarm_key: this.settings.DATAFARM_KEY });
}

const valuesOf = ({ document_type, mime_type, encoding, name, priority }: DocumentImportInput) => [
  document_type,
  mime_type,
  encoding,
  name,
  priority,
];
