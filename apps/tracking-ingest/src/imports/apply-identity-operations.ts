import type { LineFailure } from '@tributary/contracts/imports/import-messages';
import { readings } from '@tributary/contracts/tracking/identifier';
import type pg from 'pg';
import type { StoreContext } from '../consent/store-rules.js';
import { eraseUserPoints } from '../user-points/erase-user-points.js';
import type { UserPointReference } from '../identity/find-user-points.js';
import type { IdentityClaim } from '../identity/identity-claim.js';
import { deleteIdentifiers, dissociate } from '../user-points/split-identifiers.js';
import { resolveAndMerge } from '../attached-data/resolve-and-merge.js';
import { maxIdentifiers } from '../identity/resolve-user-points.js';
import { recordErasures } from './record-erasures.js';
import { failureOf, type IdentityOperation, type LineOperation } from './line-operation.js';

type IdentityLine = Extract<LineOperation, { kind: 'identity' }>;
type LineOf<Kind extends IdentityOperation['kind']> = IdentityLine & {
  operation: Extract<IdentityOperation, { kind: Kind }>;
};

/** Joins, splits and deletes identifiers, and erases people. The lines of a file are of one kind. */
export async function applyIdentityOperations(
  client: pg.ClientBase,
  lines: IdentityLine[],
  context: Pick<StoreContext, 'now' | 'erasureKey'>,
): Promise<LineFailure[]> {
  const { now } = context;
  const failures = [
    ...(await applyAssociations(client, lines.filter(isOf('associate')), context)),
    ...(await applyDissociations(client, lines.filter(isOf('dissociate')), now)),
  ];
  await applyIdentifierDeletions(client, lines.filter(isOf('delete_identifier')));
  await applyErasures(client, lines.filter(isOf('delete_point')), context);
  return failures;
}

const isOf =
  <Kind extends IdentityOperation['kind']>(kind: Kind) =>
  (line: IdentityLine): line is LineOf<Kind> =>
    line.operation.kind === kind;

const toClaim = ({
  datamart_id,
  execution_id,
  line: import_line,
  received_ts,
  sent,
  operation,
}: LineOf<'associate' | 'dissociate'>): IdentityClaim => ({
  datamart_id,
  execution_id,
  import_line,
  received_ts,
  ...(sent && { sent }),
  identifiers: operation.identifiers,
});

async function applyAssociations(
  client: pg.ClientBase,
  lines: LineOf<'associate'>[],
  { now, erasureKey }: Pick<StoreContext, 'now' | 'erasureKey'>,
): Promise<LineFailure[]> {
  if (lines.length === 0) return [];
  const claims = lines.map((line) => ({ ...toClaim(line), mustFit: true, line: line.line }));
  const resolutions = await resolveAndMerge(client, claims, now, { erasureKey });
  const overLimit = resolutions.filter((one) => 'refusal' in one && one.refusal === 'OVER_LIMIT');
  return overLimit.map(({ claim: { line } }) =>
    constraintViolation(line, `identifiers: one person would have more than ${maxIdentifiers}`),
  );
}

async function applyDissociations(
  client: pg.ClientBase,
  lines: LineOf<'dissociate'>[],
  now: number,
): Promise<LineFailure[]> {
  if (lines.length === 0) return [];
  const dissociated = await dissociate(client, lines.map(toClaim), now);
  const results = lines.map(({ line }, index) => ({ line, isDissociated: dissociated[index] }));
  const unrelated = results.filter(({ isDissociated }) => !isDissociated);
  return unrelated.map(({ line }) => constraintViolation(line, 'identifiers: they share no user point'));
}

const constraintViolation = (line: number, error: string) => failureOf(line, error, 'CONSTRAINT_VIOLATION_EXCEPTION');

async function applyIdentifierDeletions(client: pg.ClientBase, lines: LineOf<'delete_identifier'>[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const identifiers = readings(lines.map(({ operation }) => operation.identifier));
  await deleteIdentifiers(client, first.datamart_id, identifiers);
}

async function applyErasures(
  client: pg.ClientBase,
  lines: LineOf<'delete_point'>[],
  { now, erasureKey }: Pick<StoreContext, 'now' | 'erasureKey'>,
): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const ids = await eraseUserPoints(client, first.datamart_id, lines.flatMap(toReferences), now, erasureKey);
  await recordErasures(client, first, ids, now);
}

const toReferences = ({ operation: { identifier, user_point_id } }: LineOf<'delete_point'>): UserPointReference[] => {
  if (identifier) return readings([identifier]).map((one) => ({ identifier: one }));
  return user_point_id === undefined ? [] : [{ user_point_id }];
};
