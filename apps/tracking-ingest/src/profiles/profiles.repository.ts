import { Injectable } from '@nestjs/common';
import { badData, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { accountOf } from '@tributary/contracts/tracking/user-point-selector';
import { transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { ProfilePath, UserPointPath } from '../selectors/path-segments.js';
import { findSelected, resolveSelected } from '../selectors/selected-user-point.js';
import { listProfiles, readProfile, type ReadProfile } from './profile-rows.js';
import type { ProfileUpdate } from './update-profile.js';
import { deleteProfiles, profileTooLarge, upsertProfiles } from './write-profiles.js';

@Injectable()
export class ProfilesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Creates the user point and the profile if they do not exist. Returns the profile after the update. */
  update(
    path: ProfilePath,
    update: ProfileUpdate,
    { now, request_id }: { now: number; request_id: string },
  ): Promise<ReadProfile> {
    const { datamart_id, account } = path;
    return transaction(this.dataSource, async (client) => {
      const user_point_id = await resolveSelected(client, path, { account: accountOf(account), request_id, now });
      const [profile] = await upsertProfiles(client, [{ datamart_id, user_point_id, ...account, update }], now);
      if (!profile) throw badData(profileTooLarge);
      return profile.parts ? get(client, path) : profile;
    });
  }

  get(path: ProfilePath): Promise<ReadProfile> {
    return transaction(this.dataSource, (client) => get(client, path));
  }

  list(path: UserPointPath, page: ListQuery): Promise<Page<ReadProfile>> {
    const { datamart_id } = path;
    return transaction(this.dataSource, async (client) =>
      listProfiles(client, { datamart_id, user_point_id: await findSelected(client, path) }, page),
    );
  }

  delete(path: ProfilePath, now: number): Promise<void> {
    const { datamart_id, account } = path;
    return transaction(this.dataSource, async (client) => {
      await get(client, path);
      // Creates no user point, as it exists by now: this locks it.
      const user_point_id = await resolveSelected(client, path, { now });
      await deleteProfiles(client, [{ datamart_id, user_point_id, ...account, ts: now }], now);
    });
  }
}

async function get(client: pg.ClientBase, path: ProfilePath): Promise<ReadProfile> {
  const { datamart_id, account } = path;
  const user_point_id = await findSelected(client, path);
  const profile = await readProfile(client, { datamart_id, user_point_id, ...account });
  if (!profile || profile.properties === null) throw notFound();
  return profile;
}
