import { Controller } from '@nestjs/common';
import type { Identity } from '@tributary/contracts/exports/identity';
import { transaction } from '@tributary/database/transaction';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { ok, type Ok } from '@tributary/http/responses';
import { DataSource } from 'typeorm';
import { UserPointInPath, type UserPointPath } from '../selectors/path-segments.js';
import { findSelected } from '../selectors/selected-user-point.js';
import { readIdentity } from './read-identity.js';

const { getUserPointIdentity } = tracking.operations;

/** Why identifiers are one person. */
@Controller()
export class IdentityController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves(getUserPointIdentity)
  async get(@UserPointInPath() path: UserPointPath): Promise<Ok<Identity>> {
    const { datamart_id } = path;
    return ok(
      await transaction(this.dataSource, async (client) => {
        // One snapshot of the person.
        await client.query('set transaction isolation level repeatable read, read only');
        return readIdentity(client, { datamart_id, user_point_id: await findSelected(client, path) });
      }),
    );
  }
}
