import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { UserIdentifier, UserPoint } from '@tributary/contracts/tracking/user-point';
import type { Page } from '@tributary/http/paged';
import { transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { referenceOf } from '../selectors/reference-of.js';
import type { ErasurePath, UserPointPath } from '../selectors/path-segments.js';
import { findSelected } from '../selectors/selected-user-point.js';
import { ErasureKey } from '../identity/erasure-key.js';
import { withMergedIds } from '../identity/find-user-points.js';
import { eraseUserPoints } from './erase-user-points.js';
import type { IdentifierRow } from '../identity/user-identifiers.js';

/** Limit of each statement of an erasure: a person may have very many activities. */
const erasureTimeoutMs = 60_000;

@Injectable()
export class UserPointsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly erasureKey: ErasureKey,
  ) {}

  /** @throws RESOURCE_NOT_FOUND */
  get(path: UserPointPath): Promise<UserPoint> {
    return transaction(this.dataSource, async (client) => {
      const id = await findSelected(client, path);
      const { rows } = await client.query<{ creation_ts: string }>(
        'select creation_ts from user_points where datamart_id = $1 and user_point_id = $2',
        [path.datamart_id, id],
      );
      // It may have been merged or erased between the two statements.
      if (!rows[0]) throw notFound();
      const [, ...merged_ids] = await withMergedIds(client, path.datamart_id, [id]);
      return { id, creation_ts: Number(rows[0].creation_ts), merged_ids };
    });
  }

  /**
   * Erases everything of the person.
   *
   * @throws RESOURCE_NOT_FOUND when the selector matches no user point. The erasure of its identifier is committed by then.
   */
  async erase({ datamart_id, selector, older }: ErasurePath): Promise<void> {
    const now = Date.now();
    const references = (isDeepStrictEqual(selector, older) ? [selector] : [selector, older]).map(referenceOf);
    const erase = (client: pg.ClientBase) => eraseUserPoints(client, datamart_id, references, now, this.erasureKey);
    const wereKnown = await transaction(this.dataSource, erase, { statementTimeoutMs: erasureTimeoutMs });
    if (!wereKnown.includes(true)) throw notFound();
  }

  /** @throws RESOURCE_NOT_FOUND */
  listIdentifiers(path: UserPointPath, page: ListQuery): Promise<Page<UserIdentifier>> {
    return transaction(this.dataSource, async (client) => {
      const id = await findSelected(client, path);
      const rows = await identifiersOf(client, path.datamart_id, id);
      const items = rows.slice(page.first_result, page.first_result + page.max_results).map(describeIdentifier);
      return { items, total: rows.length };
    });
  }
}

/** All identifiers: there are at most `maxIdentifiers`. */
async function identifiersOf(client: pg.ClientBase, datamart_id: string, user_point_id: string) {
  const { rows } = await client.query<IdentifierRow & { creation_ts: string }>(
    `select datamart_id, type, compartment_id, value, user_point_id, creation_ts from user_identifiers
      where datamart_id = $1 and user_point_id = $2
      order by creation_ts, type, compartment_id, value`,
    [datamart_id, user_point_id],
  );
  return rows;
}

/** An identifier with the field names of selectors and imports. */
function describeIdentifier(
  row: Pick<IdentifierRow, 'type' | 'compartment_id' | 'value'> & { creation_ts: string },
): UserIdentifier {
  const creation_ts = Number(row.creation_ts);
  switch (row.type) {
    case 'USER_ACCOUNT':
      return { type: row.type, compartment_id: row.compartment_id, user_account_id: row.value, creation_ts };
    case 'USER_EMAIL':
      return { type: row.type, email_hash: row.value, creation_ts };
    case 'USER_AGENT':
      return { type: row.type, user_agent_id: row.value, creation_ts };
  }
}
