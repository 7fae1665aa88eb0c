import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SegmentMember } from '@tributary/contracts/people/listed-person';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { createSegment, startWithOrganisations, user } from '../organisations.js';
import type { Tracking } from '../tracking.js';

let tracking: Tracking;

beforeAll(async () => {
  tracking = await startWithOrganisations();
});
afterAll(() => tracking.stop());

const aSegment = () => createSegment(tracking);
const put = async (segment_id: string, agent: string, body = {}) => {
  const { body: answer } = await tracking.call(
    'PUT',
    `10/user_points/user_agent_id=${agent}/user_segments/${segment_id}`,
    body,
  );
  expect(answer.status).toBe('ok');
};
const read = async (segment_id: string, query = '', caller = user('READER')) => {
  const response = await tracking.app.as(caller)(`/v1/audience_segments/${segment_id}/user_points${query}`);
  return { ...((await response.json()) as object), status: response.status } as {
    data: SegmentMember[];
    total: number;
    status: number;
  };
};
const idsOf = (page: { data: SegmentMember[] }) => page.data.map(({ user_point_id }) => user_point_id);

describe('the members of a segment', () => {
  it('are none at first', async () => {
    expect(await read(await aSegment())).toMatchObject({ data: [], count: 0, total: 0 });
  });

  it('are its people with their membership and last activity, without those that have left or expired', async () => {
    const [segment, other] = [await aSegment(), await aSegment()];
    const expiration_ts = Date.now() + 3_600_000;
    await tracking.send('10', { $user_agent_id: 'active', $ts: 1_700_000_000_000 });
    await put(segment, 'active');
    await put(segment, 'timed', { expiration_ts });
    await put(segment, 'expired', { expiration_ts: 1 });
    await put(segment, 'left');
    await put(other, 'elsewhere');
    await tracking.call('DELETE', `10/user_points/user_agent_id=left/user_segments/${segment}`);
    const { data, total } = await read(segment);
    const common = {
      user_point_id: expect.any(String),
      accounts: [],
      number_of_identifiers: 1,
      member_since_ts: expect.any(Number),
    };
    expect({ data, total }).toEqual({
      data: [
        { ...common, last_activity_ts: 1_700_000_000_000 },
        { ...common, expiration_ts },
      ],
      total: 2,
    });
  });

  it('are read in pages after a member, which together are all of them', async () => {
    const segment = await aSegment();
    const agents = Array.from({ length: 12 }, (_, index) => `m-${index}`);
    for (const agent of agents) await put(segment, agent);
    const all = idsOf(await read(segment));
    expect(all).toEqual([...all].sort());
    const law = fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 12, maxLength: 12 }),
      async (sizes) => {
        const found: string[] = [];
        for (const size of sizes) {
          const after = found.length === 0 ? '' : `&after=${found.at(-1)}`;
          const page = await read(segment, `?max_results=${size}${after}`);
          expect(page.total).toBe(12);
          found.push(...idsOf(page));
        }
        expect(found).toEqual(all);
      },
    );
    await fc.assert(law, { numRuns: lawRuns(5) });
    expect(idsOf(await read(segment, '?first_result=10'))).toEqual(all.slice(10));
    await tracking.call('DELETE', `10/user_points/${all[0]}/user_segments/${segment}`);
    expect(idsOf(await read(segment, `?max_results=2&after=${all[3]}`))).toEqual(all.slice(4, 6));
  });

  it('end with the deletion of the segment', async () => {
    const segment = await aSegment();
    await put(segment, 'member');
    await tracking.app.as(user('EDITOR'))(`/v1/audience_segments/${segment}`, { method: 'DELETE' });
    expect(await read(segment)).toMatchObject({ status: 404, error_code: 'RESOURCE_NOT_FOUND' });
  });

  it.each([
    ['another organisation', user('ORGANISATION_ADMIN', '2'), 404],
    ['a credential of some datamarts', { ...user('EDITOR'), datamart_ids: ['10'] }, 403],
  ])('are kept from %s, with any query', async (_case, caller, status) => {
    const segment = await aSegment();
    for (const query of ['', '?after=x']) expect((await read(segment, query, caller)).status).toBe(status);
  });

  it('are not read after what is no id of a person', async () => {
    expect(await read(await aSegment(), '?after=x')).toMatchObject({
      error_code: 'BAD_REQUEST_DATA',
      error: expect.stringMatching(/^after: must be the id of a user point/),
    });
  });

  it('are skipped up to 10,000, since each one is read', async () => {
    const segment = await aSegment();
    expect(await read(segment, '?first_result=10000')).toMatchObject({ data: [], total: 0 });
    expect(await read(segment, '?first_result=10001')).toMatchObject({
      error_code: 'BAD_REQUEST_DATA',
      error: expect.stringMatching(/^first_result: must be at most 10000/),
    });
  });
});
