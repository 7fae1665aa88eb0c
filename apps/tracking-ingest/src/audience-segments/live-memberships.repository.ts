import { Injectable } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import { transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { lockUserPoints } from '../identity/lock-user-points.js';
import { referenceOf, resolveSelected } from '../selectors/selected-user-point.js';
import type { MembershipPath } from '../selectors/path-segments.js';
import { readMemberships } from '../segments/membership-rows.js';
import type { Membership } from '../segments/segments.repository.js';
import { deleteSegments, writeSegments } from '../segments/write-segments.js';
import { findRegisteredSegments } from './registered-segments.js';
import { expirationIn, type RegisteredSegments } from './resolve-segment.js';

/** The membership as a live write states it. */
interface MembershipWrite {
  /** Epoch milliseconds; null: never; undefined: by the default of the segment. */
  expiration_ts: number | null | undefined;
  /** JSON text of any value. */
  data_bag: string | undefined;
}

const none: RegisteredSegments = { byId: new Map(), byTechnicalName: new Map() };

@Injectable()
export class LiveMembershipsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Creates the user point of an unknown identifier. Returns the membership after the write. */
  write(path: MembershipPath, { expiration_ts: own, data_bag }: MembershipWrite, now: number): Promise<Membership> {
    const { datamart_id, segment_id } = path;
    return transaction(this.dataSource, async (client) => {
      const { byId } = own === undefined ? await findRegisteredSegments(client, datamart_id, [{ segment_id }]) : none;
      const expiration_ts = expirationIn(byId.get(segment_id), own, now);
      const key = { datamart_id, user_point_id: await resolveSelected(client, path, { now }), segment_id };
      await writeSegments(client, [{ ...key, expiration_ts, data_bag }], now);
      // None if the segment has been deleted since: then the membership ends with it.
      const [stored] = await readMemberships(client, [key]);
      const written = String(now);
      return {
        segment_id,
        data_bag: data_bag ?? null,
        creation_ts: stored?.creation_ts ?? written,
        last_modified_ts: written,
        expiration_ts: expiration_ts === null ? null : String(expiration_ts),
      };
    });
  }

  /** Creates no user point: an unknown identifier has no memberships. @throws RESOURCE_NOT_FOUND for an unknown user point id */
  delete({ datamart_id, segment_ids, selector }: MembershipPath): Promise<void> {
    const reference = referenceOf(selector);
    return transaction(this.dataSource, async (client) => {
      const [user_point_id] = await lockUserPoints(client, datamart_id, [reference]);
      if (user_point_id !== undefined) {
        const keys = segment_ids.map((segment_id) => ({ datamart_id, user_point_id, segment_id }));
        return deleteSegments(client, keys);
      }
      if ('user_point_id' in reference) throw notFound();
    });
  }
}
