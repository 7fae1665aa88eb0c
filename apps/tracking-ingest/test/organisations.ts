import { randomUUID } from 'node:crypto';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { startTracking, type Tracking } from './tracking.js';

export const user = (role: Role, organisation_id = '1'): Caller => ({
  user_id: '9',
  roles: [{ organisation_id, role }],
});

/** With the organisations 1 and 2, which have the datamarts 10 and 20. */
export async function startWithOrganisations(): Promise<Tracking> {
  const tracking = await startTracking();
  const directory = ['1', '2'].flatMap((id) => [
    { kind: 'organisation' as const, id, community_id: id },
    { kind: 'datamart' as const, id: `${id}0`, organisation_id: id },
  ]);
  await tracking.app.publisher.publish(
    directoryChanged,
    directory.map((value) => ({ id: randomUUID(), value })),
  );
  return tracking;
}

/** A segment of datamart 10. Returns its id. */
export async function createSegment({ app }: Tracking): Promise<string> {
  const answer = await app.as(user('EDITOR'))('/v1/audience_segments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organisation_id: '1', datamart_id: '10', name: 'Buyers', type: 'USER_LIST' }),
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}
