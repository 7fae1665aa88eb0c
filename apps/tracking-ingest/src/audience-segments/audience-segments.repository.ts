import { Injectable } from '@nestjs/common';
import { constraintViolation, existing, notFound } from '@tributary/contracts/errors';
import type {
  AudienceSegment,
  AudienceSegmentInput,
  AudienceSegmentListQuery,
} from '@tributary/contracts/tracking/audience-segment';
import { violatedConstraint } from '@tributary/database/entities';
import { noteTenant } from '@tributary/database/audit/audited-request';
import { containing } from '@tributary/database/sql-expressions';
import { listRows } from '@tributary/database/list-rows';
import { query, transaction, type Statement } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { countPointsOf } from '../segments/count-points.js';
import { requestSegmentDeletion } from '../segments/request-deletion.js';
import { columns, inputColumns, toAudienceSegment, type AudienceSegmentRow } from './audience-segment-row.js';
import { chooseId } from './choose-id.js';
import { lockRegistration } from './registered-segments.js';

type Owner = Pick<AudienceSegment, 'organisation_id' | 'datamart_id'>;

/** A registered segment. All statements but one name its datamart too. */
type SegmentPath = Pick<AudienceSegment, 'datamart_id' | 'id'>;

@Injectable()
export class AudienceSegmentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  list(filters: AudienceSegmentListQuery, now: number): Promise<Page<AudienceSegment>> {
    const { organisation_id, datamart_id, technical_name, keywords } = filters;
    const values = [organisation_id, datamart_id ?? null, technical_name ?? null, keywords.map(containing)];
    return transaction(this.dataSource, async (client) => {
      const segments = { columns, from: matching, order: 'id', values };
      const { items, total } = await listRows<AudienceSegmentRow>(client, segments, filters);
      return { items: await withCounts(client, items, now), total };
    });
  }

  get({ datamart_id, id }: SegmentPath, now: number): Promise<AudienceSegment> {
    const text = `select ${columns} from audience_segments where datamart_id = $1 and id = $2`;
    return transaction(this.dataSource, (client) => one(client, { text, values: [datamart_id, id] }, now));
  }

  /**
   * Finds the segment by its id alone, as requests name it.
   *
   * @throws RESOURCE_NOT_FOUND
   */
  async ownerOf(id: string): Promise<Owner> {
    const { rows } = await query<Owner>(
      this.dataSource,
      'select organisation_id, datamart_id from audience_segments where id = $1',
      [id],
    );
    const owner = existing(rows[0]);
    noteTenant(owner);
    return owner;
  }

  insert(
    { organisation_id, datamart_id, ...input }: Owner & AudienceSegmentInput,
    now: number,
  ): Promise<AudienceSegment> {
    return this.write(async (client) => {
      const text = `insert into audience_segments (id, organisation_id, datamart_id, creation_ts,
          name, technical_name, short_description, default_ttl, type, paused)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`;
      const id = await chooseId(client, datamart_id);
      return one(client, { text, values: [id, organisation_id, datamart_id, now, ...inputColumns(input)] }, now);
    });
  }

  update({ datamart_id, id }: SegmentPath, input: AudienceSegmentInput, now: number): Promise<AudienceSegment> {
    return this.write(async (client) => {
      await lockRegistration(client, id);
      const text = `update audience_segments set
          (name, technical_name, short_description, default_ttl, type, paused) = ($3, $4, $5, $6, $7, $8)
        where datamart_id = $1 and id = $2 returning ${columns}`;
      return one(client, { text, values: [datamart_id, id, ...inputColumns(input)] }, now);
    });
  }

  /** Also removes its memberships, all that were written by its technical name included. */
  delete({ datamart_id, id }: SegmentPath, now: number): Promise<void> {
    return transaction(this.dataSource, async (client) => {
      await lockRegistration(client, id);
      const { rowCount } = await client.query('delete from audience_segments where datamart_id = $1 and id = $2', [
        datamart_id,
        id,
      ]);
      if (rowCount === 0) throw notFound();
      await requestSegmentDeletion(client, { datamart_id, segment_id: id }, now);
    });
  }

  private write<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    return translateTakenName(() => transaction(this.dataSource, work));
  }
}

const matching = `from audience_segments
  where organisation_id = $1 and ($2::bigint is null or datamart_id = $2)
    and ($3::text is null or technical_name = $3) and name ilike all($4::text[])`;

/** The segment that the statement returns. */
async function one(client: pg.ClientBase, statement: Statement, now: number): Promise<AudienceSegment> {
  const { rows } = await client.query<AudienceSegmentRow>(statement);
  const [segment] = await withCounts(client, rows, now);
  return existing(segment);
}

async function withCounts(client: pg.ClientBase, rows: AudienceSegmentRow[], now: number): Promise<AudienceSegment[]> {
  const segments = rows.map(({ datamart_id, id }) => ({ datamart_id, segment_id: id }));
  const counts = await countPointsOf(client, segments, now);
  return rows.map((row, index) => toAudienceSegment(row, counts[index] ?? 0));
}

async function translateTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'audience_segments_technical_name') throw error;
    throw constraintViolation('technical_name: another segment of the datamart has it');
  }
}
