import type { LineFailure } from '@tributary/contracts/import-messages';
import type pg from 'pg';
import { eraseUserPoints } from '../user-points/erase-user-points.js';
import type { Sought } from '../user-points/find-user-points.js';
import type { Identified } from '../user-points/identified.js';
import { deleteIdentifiers, dissociate } from '../user-points/part-identifiers.js';
import { maxIdentifiers, resolveUserPoints } from '../user-points/resolve-user-points.js';
import { failureOf, type PeopleOperation, type Step } from './step.js';

type PeopleStep = Extract<Step, { kind: 'people' }>;
type StepOf<Kind extends PeopleOperation['kind']> = PeopleStep & {
  operation: Extract<PeopleOperation, { kind: Kind }>;
};

/** Joins, parts and erases people. A file holds one kind of these operations. */
export async function applyPeople(client: pg.ClientBase, steps: PeopleStep[], now: number): Promise<LineFailure[]> {
  const failures = [
    ...(await associate(client, steps.filter(isOf('associate')), now)),
    ...(await part(client, steps.filter(isOf('dissociate')), now)),
  ];
  await forget(client, steps.filter(isOf('delete_identifier')));
  await erase(client, steps.filter(isOf('delete_point')), now);
  return failures;
}

const isOf =
  <Kind extends PeopleOperation['kind']>(kind: Kind) =>
  (step: PeopleStep): step is StepOf<Kind> =>
    step.operation.kind === kind;

const toElement = ({ datamart_id, received_ts, operation }: StepOf<'associate' | 'dissociate'>): Identified => ({
  ...{ datamart_id, received_ts, identifiers: operation.identifiers },
});

async function associate(client: pg.ClientBase, steps: StepOf<'associate'>[], now: number): Promise<LineFailure[]> {
  if (steps.length === 0) return [];
  const elements = steps.map((step) => ({ ...toElement(step), mustFit: true }));
  const resolved = await resolveUserPoints(client, elements, now);
  const crowded = `identifiers: one person would have more than ${maxIdentifiers}`;
  return steps.flatMap(({ line }, index) => {
    const found = resolved[index];
    return found && 'refusal' in found && found.refusal === 'CROWDED'
      ? [failureOf(line, crowded, 'CONSTRAINT_VIOLATION_EXCEPTION')]
      : [];
  });
}

async function part(client: pg.ClientBase, steps: StepOf<'dissociate'>[], now: number): Promise<LineFailure[]> {
  if (steps.length === 0) return [];
  const parted = await dissociate(client, steps.map(toElement), now);
  const strangers = 'identifiers: they share no user point';
  return steps.flatMap(({ line }, index) =>
    parted[index] ? [] : [failureOf(line, strangers, 'CONSTRAINT_VIOLATION_EXCEPTION')],
  );
}

async function forget(client: pg.ClientBase, steps: StepOf<'delete_identifier'>[]): Promise<void> {
  const [first] = steps;
  if (!first) return;
  const identifiers = steps.map(({ operation }) => operation.identifier);
  await deleteIdentifiers(client, first.datamart_id, identifiers);
}

async function erase(client: pg.ClientBase, steps: StepOf<'delete_point'>[], now: number): Promise<void> {
  const [first] = steps;
  if (!first) return;
  await eraseUserPoints(client, first.datamart_id, steps.flatMap(sought), now);
}

const sought = ({ operation: { identifier, user_point_id } }: StepOf<'delete_point'>): Sought[] => {
  if (identifier) return [{ identifier }];
  return user_point_id === undefined ? [] : [{ user_point_id }];
};
