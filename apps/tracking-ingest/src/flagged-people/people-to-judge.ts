import type { FlagRules } from '@tributary/contracts/people/flagged-person';
import { orderedFlagRules } from '@tributary/contracts/people/flagged-person';
import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import { query } from '@tributary/database/transaction';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PointKey } from '../identity/point-key.js';
import type { JudgedPerson } from './judge-people.js';

/** A step takes some ten milliseconds. */
const peoplePerStep = 1_000;

/** How old the judgement of a flagged person may be. */
const judgedForMs = 20_000;

/** One transaction at a time judges: of two, the one that has read earlier could write later. */
export async function lockFlags(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('flagged-people'))`);
}

interface Taken {
  people: JudgedPerson[];
  /** Whether there may be more. */
  isFull: boolean;
}

const distinct = (rows: JudgedPerson[]): JudgedPerson[] => [
  ...new Map(
    rows.toSorted((a, b) => a.ts - b.ts).map((row) => [`${row.datamart_id}|${row.user_point_id}`, row]),
  ).values(),
];

/** A point that was merged meanwhile stands for its survivor. */
const survivor = `coalesce((
  select survivor_id from user_point_merges m
  where (m.datamart_id, m.merged_id) = (taken.datamart_id, taken.user_point_id)), taken.user_point_id)`;

/** The people who have gained something since they were judged. */
export async function takeGained(client: pg.ClientBase, rulesOf: (datamart_id: string) => FlagRules): Promise<Taken> {
  const { rows } = await client.query<JudgedPerson & { merges: boolean; size: number }>({
    name: 'take-gained',
    text: `with due as (
        select datamart_id, gain_id from gains where not is_judged order by ts limit $1 for update skip locked),
      taken as (
        update gains g set is_judged = true from due
        where (g.datamart_id, g.gain_id) = (due.datamart_id, due.gain_id)
        returning g.datamart_id, g.user_point_id, g.ts, g.merges, g.size)
      select datamart_id, ${survivor} as user_point_id, ts::float8, merges, size from taken`,
    values: [peoplePerStep],
  });
  const mayExceed = rows.filter(({ datamart_id, merges, size }) => merges || size > leastLimit(rulesOf(datamart_id)));
  return { people: distinct(mayExceed), isFull: rows.length === peoplePerStep };
}

/** A person with so few identifiers, and not merged, exceeds no rule. Most have two or three. */
const leastLimit = ({ accounts, emails, agents }: FlagRules) =>
  Math.min(...[accounts, emails, agents].map((most) => (most > 0 ? most : Infinity)));

/** The flagged people who were not judged lately: merges, dissociations, erasures and the time remove flags. */
export async function takeFlagged(client: pg.ClientBase, now: number): Promise<Taken> {
  const { rows } = await client.query<JudgedPerson>({
    name: 'take-flagged',
    text: `select datamart_id, user_point_id, flagged_ts::float8 as ts from flagged_people
      where judged_ts <= $1 order by judged_ts limit $2`,
    values: [now - judgedForMs, peoplePerStep],
  });
  return { people: rows, isFull: rows.length === peoplePerStep };
}

const textOf = (rules: FlagRules) => orderedFlagRules.map(({ name }) => rules[name]).join();

interface RulesRow {
  datamart_id: string;
  rules: string;
  judged_to: string | null;
}

/**
 * A page of the people of a datamart whose rules have changed. Undefined without such a datamart. Processes that know the change
 * later begin from the start, and those that know it earlier begin after them: the last one is right.
 */
export async function takeByNewRules(
  client: pg.ClientBase,
  rulesOf: ReadonlyMap<string, FlagRules>,
  now: number,
): Promise<JudgedPerson[] | undefined> {
  const { rows } = await client.query<RulesRow>(readJudgedRules);
  const next = findNewRules(rows, rulesOf);
  return next && takePage(client, next, now);
}

const readJudgedRules = { name: 'read-judged-rules', text: 'select datamart_id, rules, judged_to from judged_rules' };

interface NewRules {
  datamart_id: string;
  rules: FlagRules;
  /** The last person who is judged by them. */
  after: string;
}

function findNewRules(rows: RulesRow[], rulesOf: ReadonlyMap<string, FlagRules>): NewRules | undefined {
  const known = new Map(rows.map((row) => [row.datamart_id, row]));
  for (const [datamart_id, rules] of rulesOf) {
    const text = textOf(rules);
    const row = known.get(datamart_id) ?? { rules: textOf(defaultFlagRules), judged_to: null };
    if (row.rules === text && row.judged_to === null) continue;
    const after = row.rules === text ? row.judged_to : null;
    return { datamart_id, rules, after: after ?? firstId };
  }
  return undefined;
}

/** Which people there may be to judge: two short statements while there are none, instead of three transactions. */
export async function findPeopleToJudge(
  dataSource: DataSource,
  rulesOf: ReadonlyMap<string, FlagRules>,
  now: number,
): Promise<{ byNewRules: boolean; gained: boolean; flagged: boolean }> {
  const { rows } = await query<RulesRow>(dataSource, readJudgedRules);
  const found = await query<{ gained: boolean; flagged: boolean }>(
    dataSource,
    {
      name: 'people-to-judge',
      text: `select (select true from gains where not is_judged order by ts limit 1) is true as gained,
        (select true from flagged_people where judged_ts <= $1 order by judged_ts limit 1) is true as flagged`,
    },
    [now - judgedForMs],
  );
  const { gained = false, flagged = false } = found.rows[0] ?? {};
  return { byNewRules: findNewRules(rows, rulesOf) !== undefined, gained, flagged };
}

const maxInt = 2_147_483_647;
const firstId = '00000000-0000-0000-0000-000000000000';

async function takePage(
  client: pg.ClientBase,
  { datamart_id, rules, after }: NewRules,
  now: number,
): Promise<JudgedPerson[]> {
  const { rows } = await client.query<PointKey & { taken_id: string }>({
    name: 'take-by-new-rules',
    text: `select datamart_id, ${survivor} as user_point_id, user_point_id as taken_id from (
        select distinct datamart_id, user_point_id from gains
        where datamart_id = $1 and user_point_id > $2 and (merges or size > $4) order by user_point_id limit $3) taken`,
    values: [datamart_id, after, peoplePerStep, Math.min(leastLimit(rules), maxInt)],
  });
  const last =
    rows.length === peoplePerStep ? rows.reduce((most, { taken_id }) => (taken_id > most ? taken_id : most), '') : null;
  await client.query({
    name: 'save-judged-rules',
    text: `insert into judged_rules (datamart_id, rules, judged_to) values ($1, $2, $3)
      on conflict (datamart_id) do update set rules = excluded.rules, judged_to = excluded.judged_to`,
    values: [datamart_id, textOf(rules), last],
  });
  return distinct(
    rows.map(({ datamart_id: datamart, user_point_id }) => ({ datamart_id: datamart, user_point_id, ts: now })),
  );
}
