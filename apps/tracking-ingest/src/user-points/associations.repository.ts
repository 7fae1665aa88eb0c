import { Injectable } from '@nestjs/common';
import { constraintViolation } from '@tributary/contracts/errors';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import type { Association } from '@tributary/contracts/tracking/user-point';
import { transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { resolveAndMerge } from '../attached-data/resolve-and-merge.js';
import { maxIdentifiers } from '../identity/resolve-user-points.js';

@Injectable()
export class AssociationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Makes the identifiers one person, whose user points merge. A claim without `received_ts` is never older than an erasure:
   * erased identifiers become a new person.
   *
   * @param request_id its id in the causes of flags
   * @throws CONSTRAINT_VIOLATION_EXCEPTION when the person would have more than `maxIdentifiers`; nothing is done then
   */
  associate(
    datamart_id: string,
    identifiers: Identifier[],
    { now, request_id }: { now: number; request_id: string },
  ): Promise<Association> {
    // Decided before that many user points are locked.
    if (identifiers.length > maxIdentifiers) throw overLimit();
    return transaction(this.dataSource, async (client) => {
      const request = { kind: 'ASSOCIATION' as const, id: request_id };
      const [resolution] = await resolveAndMerge(client, [{ datamart_id, identifiers, request, mustFit: true }], now);
      if (!resolution || 'refusal' in resolution) throw overLimit();
      return { user_point_id: resolution.user_point_id };
    });
  }
}

const overLimit = () => constraintViolation(`identifiers: one person would have more than ${maxIdentifiers}`);
