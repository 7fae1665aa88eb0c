import type { ListQuery } from '@tributary/contracts/list-query';
import type pg from 'pg';
import { choiceText } from '../choices/choice-text.js';
import { choicesSql, type ChoiceRecord } from '../choices/choices.repository.js';
import { withMergedIds } from '../identity/find-user-points.js';
import { describeIdentifier, readIdentifiers } from '../identity/read-identifiers.js';
import { listProfiles, profileText } from '../profiles/profile-rows.js';
import { isDead } from '../segments/membership-rows.js';
import { membershipText } from '../segments/memberships-text.js';
import type { Membership } from '../segments/segments.repository.js';
import type { UserPointPath } from '../selectors/path-segments.js';
import { findSelected } from '../selectors/selected-user-point.js';
import { readIdentity } from '../why/read-identity.js';
import { readBodies, type ActivityKey } from '../user-points/user-activities.repository.js';
import { rowsOf } from '../rows-of.js';
import type { Send } from './snapshot-streams.js';

/** Each row may have a MiB. */
const rowsAtOnce = 16;

interface Person {
  datamart_id: string;
  user_point_id: string;
}

/** Sends all of a person as one JSON text. @throws RESOURCE_NOT_FOUND */
export async function writePerson(client: pg.ClientBase, path: UserPointPath, now: number, send: Send): Promise<void> {
  const { datamart_id } = path;
  const person = { datamart_id, user_point_id: await findSelected(client, path) };
  const identifiers = await readIdentifiers(client, datamart_id, [person.user_point_id]);
  await send(`{"identifiers":${JSON.stringify(identifiers.map(describeIdentifier))}`);
  await send(`,"identity":${JSON.stringify(await readIdentity(client, person))}`);
  await writeList(send, ',"profiles":[', profilesOf(client, person));
  await writeChoices(send, client, person);
  await writeList(send, ',"segments":[', membershipsOf(client, person, now));
  await writeList(send, ',"activities":[', activitiesOf(client, person));
  await send('}');
}

/** Sends the beginning of a list, its elements and its end. */
async function writeList(send: Send, beginning: string, pages: AsyncIterable<string[]>): Promise<void> {
  let before = beginning;
  for await (const texts of pages) {
    if (texts.length === 0) continue;
    await send(before + texts.join(','));
    before = ',';
  }
  await send(before === ',' ? ']' : `${before}]`);
}

/** Sends each current choice, with all writes of its processing. */
async function writeChoices(send: Send, client: pg.ClientBase, { datamart_id, user_point_id }: Person): Promise<void> {
  let before = ',"choices":[';
  const values = [datamart_id, user_point_id];
  const current = { text: choicesSql.current, values: [...values, null], atOnce: rowsAtOnce };
  for await (const choices of rowsOf<ChoiceRecord>(client, 'choices', current)) {
    for (const choice of choices) {
      const log = { text: choicesSql.log, values: [...values, [choice.processing_id]], atOnce: rowsAtOnce };
      const writes = textsOf(rowsOf<ChoiceRecord>(client, 'choice_log', log), choiceText);
      await writeList(send, `${before}${choiceText(choice).slice(0, -1)},"$change_log":[`, writes);
      await send('}');
      before = ',';
    }
  }
  await send(before === ',' ? ']' : `${before}]`);
}

async function* textsOf<Row>(pages: AsyncIterable<Row[]>, toText: (row: Row) => string): AsyncGenerator<string[]> {
  for await (const rows of pages) yield rows.map(toText);
}

async function* profilesOf(client: pg.ClientBase, person: Person): AsyncGenerator<string[]> {
  const page: ListQuery = { first_result: 0, max_results: rowsAtOnce };
  for (let total = Infinity; page.first_result < total; page.first_result += rowsAtOnce) {
    const profiles = await listProfiles(client, person, page);
    total = profiles.total;
    yield profiles.items.map(profileText);
  }
}

function membershipsOf(
  client: pg.ClientBase,
  { datamart_id, user_point_id }: Person,
  now: number,
): AsyncGenerator<string[]> {
  const memberships = {
    text: `select segment_id, data_bag::text, creation_ts, last_modified_ts, expiration_ts from user_segments s
      where datamart_id = $1 and user_point_id = $2
        and (s.expiration_ts is null or s.expiration_ts > $3) and (${isDead}) is not true
      order by segment_id`,
    values: [datamart_id, user_point_id, now],
    atOnce: rowsAtOnce,
  };
  return textsOf(rowsOf<Membership>(client, 'memberships', memberships), membershipText);
}

/** The newest first. */
async function* activitiesOf(client: pg.ClientBase, { datamart_id, user_point_id }: Person): AsyncGenerator<string[]> {
  const keys = {
    text: `select user_point_id, ts, activity_id from activities
      where datamart_id = $1 and user_point_id = any($2::uuid[]) order by ts desc, activity_id`,
    values: [datamart_id, await withMergedIds(client, datamart_id, [user_point_id])],
    atOnce: rowsAtOnce,
  };
  for await (const rows of rowsOf<ActivityKey>(client, 'activity_keys', keys))
    yield await readBodies(client, datamart_id, rows);
}
