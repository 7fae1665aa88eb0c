import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AudienceSegmentInput } from '@tributary/contracts/tracking/audience-segment';
import { AudienceSegmentsRepository } from '../../src/audience-segments/audience-segments.repository.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
beforeAll(async () => (database = await startTrackingDatabase()));
afterAll(() => database.stop());

const input = AudienceSegmentInput.parse({ name: 'x', type: 'USER_LIST' });
const segment = { organisation_id: '1', datamart_id: '7', ...input };
const create = async () =>
  Number((await new AudienceSegmentsRepository(database.dataSource).insert(segment, Date.now())).id);
/** Makes a person a member of the segments of these ids, which are not registered. */
const use = (first: number, last: number) =>
  database.dataSource.query(
    `insert into user_segments (datamart_id, user_point_id, segment_id, creation_ts, last_modified_ts, version, write_version)
      select 7, '00000000-0000-4000-8000-000000000000', id, 1, 1, 1, 1 from generate_series($1::int, $2::int) id`,
    [first, last],
  );

describe('the id of a new segment', () => {
  it('is one that no membership has, after any number of used ones', async () => {
    const last = (await create()) + 10_050;
    await use(last - 10_049, last);
    expect(await create()).toBe(last + 1);
  });

  it('is found by further requests if one cannot find it', async () => {
    const last = (await create()) + 100_050;
    await use(last - 100_049, last);
    await expect(create()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await create()).toBe(last + 1);
  });
});
