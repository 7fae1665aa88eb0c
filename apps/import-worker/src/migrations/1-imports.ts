import { outboxTables } from '@tributary/bus/outbox/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports, their executions, and the chunks of an execution's file. */
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
        -- The import as it was at the upload: a PUT concerns later executions.
        document_type text not null,
        mime_type text not null,
        encoding text not null,
        priority text not null,
        -- The file, and what the scan during its upload has found.
        input_key text not null,
        input_file_name text not null,
        input_sha256 text not null,
        number_of_lines bigint not null,
        csv_columns json,
        csv_delimiter text,
        problem text,
        -- Whether all lines take effect in file order. Decided once: a chunk that is parsed again makes the same batches.
        is_ordered boolean not null default false,
        -- Sums over the chunks that are done.
        num_tasks int not null,
        completed_tasks int not null default 0,
        erroneous_tasks int not null default 0,
        total_success bigint not null default 0,
        total_failure bigint not null default 0,
        -- Of the successes: activities that a choice of their people refused.
        total_refused_by_choice bigint not null default 0,
        -- Counters of the identifiers that most lines name (heavy-hitters.ts); null once the execution is closed.
        heavy_hitters json,
        -- The report on them.
        top_identifiers json,
        possible_issue_on_identifiers boolean,
        error_key text,
        -- When a chunk of it was last requested. Among equals the execution with the lowest value is next.
        issued_date bigint not null default 0,
        -- Until then a process holds the lease to write the error file and close the execution.
        leased_until bigint not null default 0,
        foreign key (datamart_id, document_import_id) references document_imports on delete cascade
      );
      create index executions_by_import on executions (datamart_id, document_import_id, id);
      create index executions_in_progress on executions (id) where status in ('PENDING', 'RUNNING');

      -- The execution that an upload with an Idempotency-Key has created.
      create table upload_keys (
        datamart_id bigint not null,
        document_import_id bigint not null,
        idempotency_key text not null,
        -- The upload that may create the execution.
        holder uuid not null,
        -- null while the upload is in progress
        execution_id bigint,
        -- Then the key is free. The holder renews it during the upload.
        valid_until bigint not null,
        primary key (datamart_id, document_import_id, idempotency_key),
        foreign key (datamart_id, document_import_id) references document_imports on delete cascade
      );
      create index upload_keys_by_time on upload_keys (valid_until);

      create table chunks (
        execution_id bigint not null references executions on delete cascade,
        chunk int not null,
        first_line bigint not null,
        byte_start bigint not null,
        byte_end bigint not null,
        records int not null,
        is_oversized boolean not null,
        -- WAITING → REQUESTED → PARSING (some batches may be published) → PARSED (all are published) → APPLIED
        state text not null default 'WAITING',
        requested_date bigint,
        attempts int not null default 0,
        -- How many batches its valid lines make; null until it is parsed.
        batches int,
        applied_batches int[] not null default '{}',
        total_success int not null default 0,
        total_failure int not null default 0,
        total_refused_by_choice int not null default 0,
        primary key (execution_id, chunk)
      );
      create index chunks_waiting on chunks (execution_id, chunk) where state = 'WAITING';
      create index chunks_in_flight on chunks (execution_id, chunk) where state in ('REQUESTED', 'PARSING', 'PARSED');

      -- Valid lines that tracking could not apply; deleted when the execution is closed. The errors of invalid lines are not
      -- stored: parsing the file again finds them.
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
