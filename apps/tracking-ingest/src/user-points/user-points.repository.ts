import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { UserIdentifier, UserPoint } from '@tributary/contracts/tracking/user-point';
import type { Page } from '@tributary/http/paged';
import { transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { referenceOf, findSelected } from '../selectors/selected-user-point.js';
import type { ErasurePath, UserPointPath } from '../selectors/path-segments.js';
import { ErasureKey } from '../identity/erasure-key.js';
import { withMergedIds } from '../identity/find-user-points.js';
import { eraseUserPoints } from './erase-user-points.js';
import { describeIdentifier, readIdentifiers } from '../identity/read-identifiers.js';

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
    const ids = await transaction(this.dataSource, erase, { statementTimeoutMs: erasureTimeoutMs });
    if (ids.every((id) => id === undefined)) throw notFound();
  }

  /** @throws RESOURCE_NOT_FOUND */
  listIdentifiers(path: UserPointPath, page: ListQuery): Promise<Page<UserIdentifier>> {
    return transaction(this.dataSource, async (client) => {
      const id = await findSelected(client, path);
      const rows = await readIdentifiers(client, path.datamart_id, [id]);
      const items = rows.slice(page.first_result, page.first_result + page.max_results).map(describeIdentifier);
      return { items, total: rows.length };
    });
  }
}
