import { outboxTables } from '@tributary/bus/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports, their executions, and the chunks into which the file of an execution is cut. */
export class Imports1763800000001 implements MigrationInterface {
  name = 'Imports1763800000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(outboxTables);
    await runner.query(`
      create table document_imports (
        datamart_id bigint not null,
        id bigint generated always as identity,
        document_type text not null,
        mime_type text not null,
        encoding text not null,
        name text not null,
        priority text not null,
        primary key (datamart_id, id)
      );

      create table executions (
        datamart_id bigint not null,
        document_import_id bigint not null,
        id bigint generated always as identity primary key,
        organisation_id bigint not null,
        user_id bigint,
        status text not null default 'PENDING',
        cancel_status text,
        creation_date bigint not null,
        start_date bigint,
        end_date bigint,
        -- Why it is FAILED.
        error text,
        is_retryable boolean not null default false,
        retry_count int not null default 0,
        -- The import as it was when the file came: a PUT concerns later executions.
        document_type text not null,
        mime_type text not null,
        encoding text not null,
        priority text not null,
        -- The file, and what its upload has found out.
        input_key text not null,
        input_file_name text not null,
        input_sha256 text not null,
        number_of_lines bigint not null,
        csv_columns json,
        csv_delimiter text,
        problem text,
        -- Sums over its chunks, as far as they are done.
        num_tasks int not null,
        completed_tasks int not null default 0,
        erroneous_tasks int not null default 0,
        total_success bigint not null default 0,
        total_failure bigint not null default 0,
        -- The identifiers that stand on most lines: see heavy-hitters.ts.
        heavy_hitters json,
        -- What is left of them in the end.
        top_identifiers json,
        possible_issue_on_identifiers boolean,
        error_key text,
        -- When a chunk of it was last asked for: whose turn it is among equals.
        issued_date bigint not null default 0,
        -- Until then some process is writing its error file.
        leased_until bigint not null default 0,
        foreign key (datamart_id, document_import_id) references document_imports on delete cascade
      );
      create index executions_by_import on executions (datamart_id, document_import_id, id);
      create index executions_in_progress on executions (id) where status in ('PENDING', 'RUNNING');

      create table chunks (
        execution_id bigint not null references executions on delete cascade,
        chunk int not null,
        first_line bigint not null,
        byte_start bigint not null,
        byte_end bigint not null,
        records int not null,
        is_oversized boolean not null,
        -- WAITING → REQUESTED → PARSING (some of its parts may be out) → PARSED (all are) → APPLIED
        state text not null default 'WAITING',
        requested_date bigint,
        attempts int not null default 0,
        -- How many messages its valid lines make; null until it is parsed.
        parts int,
        applied_parts int[] not null default '{}',
        total_success int not null default 0,
        total_failure int not null default 0,
        primary key (execution_id, chunk)
      );
      create index chunks_waiting on chunks (execution_id, chunk) where state = 'WAITING';
      create index chunks_in_flight on chunks (execution_id, chunk) where state in ('REQUESTED', 'PARSING', 'PARSED');

      -- Lines that were valid and yet could not be applied, until the error file is written. What is wrong with the
      -- others can be found again in the file.
      create table line_failures (
        execution_id bigint not null references executions on delete cascade,
        chunk int not null,
        line bigint not null,
        error_code text not null,
        error text not null,
        primary key (execution_id, chunk, line)
      );
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
