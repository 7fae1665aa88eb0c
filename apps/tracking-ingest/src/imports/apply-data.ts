import type { LineFailure } from '@tributary/contracts/imports/import-messages';
import { writeTime } from '@tributary/contracts/tracking/write-time';
import type pg from 'pg';
import type { StoreContext } from '../consent/store-rules.js';
import { deleteChoices, writeChoices } from '../choices/write-choices.js';
import { parseJsonObject } from '../profiles/json-value.js';
import type { ProfileKey } from '../profiles/profile-key.js';
import { deleteProfiles, profileTooLarge, upsertProfiles } from '../profiles/write-profiles.js';
import { deleteSegments, writeSegments } from '../segments/write-segments.js';
import { findUserPoints } from '../identity/find-user-points.js';
import { identifierId, type IdentityClaim } from '../identity/identity-claim.js';
import { resolveWithoutMerges } from '../identity/resolve-user-points.js';
import { failureOf, type LineOperation } from './line-operation.js';
import { resolveSegmentLines, type DataLine, type ReadyOperation } from './resolve-segment-lines.js';
import { roundsInKeyOrder } from './rounds-in-key-order.js';

interface ResolvedLine {
  line: DataLine;
  user_point_id: string;
}

/** Writes and deletes profiles, segments and choices. The lines of one person take effect in their order. */
export async function applyData(
  client: pg.ClientBase,
  given: Extract<LineOperation, { kind: 'data' }>[],
  context: Pick<StoreContext, 'now' | 'erasureKey'>,
): Promise<LineFailure[]> {
  const { lines, failures } = await resolveSegmentLines(client, given);
  if (lines.length === 0) return failures;
  const rounds = roundsInKeyOrder(
    await resolveLines(client, lines, context),
    ({ user_point_id }) => user_point_id,
    ({ line }) => line.operation.kind,
  );
  for (const round of rounds) failures.push(...(await applyRound(client, round, context.now)));
  return failures;
}

/** A write creates the person of an unknown identifier. A deletion does not: there is no data to delete. */
async function resolveLines(
  client: pg.ClientBase,
  lines: DataLine[],
  { now, erasureKey }: Pick<StoreContext, 'now' | 'erasureKey'>,
): Promise<ResolvedLine[]> {
  const effective = lines.some(isDeletion) ? await withoutUnknown(client, lines) : lines;
  const resolutions = await resolveWithoutMerges(client, effective.map(toClaim), now, { erasureKey });
  // A line has no effect on a person who was erased after the file came in.
  return resolutions.flatMap((one) =>
    'refusal' in one ? [] : { line: one.claim.line, user_point_id: one.user_point_id },
  );
}

const isDeletion = ({ operation: { kind } }: DataLine) => kind.startsWith('delete');

/** Drops the deletions of unknown identifiers, unless another line creates the person. */
async function withoutUnknown(client: pg.ClientBase, lines: DataLine[]): Promise<DataLine[]> {
  const key = ({ datamart_id, operation }: DataLine) => identifierId(datamart_id, operation.identifier);
  const written = new Set(lines.filter((line) => !isDeletion(line)).map(key));
  const known = await findKnown(
    client,
    lines.filter((line) => !written.has(key(line))),
  );
  return lines.filter((line) => written.has(key(line)) || known.has(key(line)));
}

async function findKnown(client: pg.ClientBase, lines: DataLine[]): Promise<Set<string>> {
  const [first] = lines;
  if (!first) return new Set();
  const references = lines.map(({ operation: { identifier } }) => ({ identifier }));
  const found = await findUserPoints(client, first.datamart_id, references);
  const known = lines.filter((_line, index) => found[index] !== undefined);
  return new Set(known.map(({ datamart_id, operation }) => identifierId(datamart_id, operation.identifier)));
}

const toClaim = (line: DataLine): IdentityClaim & { line: DataLine } => {
  const { datamart_id, received_ts, sent, operation } = line;
  const identifiers = [operation.identifier];
  return { line, datamart_id, received_ts, identifiers, ...(sent && { sent }), writesData: true };
};

/** One kind after the other: within a round they concern different people. */
async function applyRound(client: pg.ClientBase, round: ResolvedLine[], now: number): Promise<LineFailure[]> {
  const kinds = Map.groupBy(round, ({ line }) => line.operation.kind);
  const of = <Kind extends ReadyOperation['kind']>(kind: Kind) =>
    (kinds.get(kind) ?? []).map(({ line: { datamart_id, line, received_ts, operation }, user_point_id }) =>
      Object.assign({ datamart_id, user_point_id, line, received_ts }, operation as OperationOf<Kind>),
    );
  await deleteProfiles(
    client,
    of('delete_profile').map((deletion) => ({ ...profileOf(deletion), ts: deletion.received_ts })),
    now,
  );
  await deleteSegments(client, of('delete_segment'));
  await writeSegments(client, of('update_segment'), now);
  await deleteChoices(client, of('delete_choice'));
  await writeChoices(
    client,
    of('upsert_choice').map((choice) => ({
      ...choice,
      choice_ts: String(writeTime(choice.choice_ts, choice.received_ts)),
    })),
    now,
  );
  return applyUpserts(client, of('upsert_profile'), now);
}

type OperationOf<Kind extends ReadyOperation['kind']> = Extract<ReadyOperation, { kind: Kind }>;

interface ResolvedOperation {
  datamart_id: string;
  user_point_id: string;
  line: number;
  received_ts: number;
}

type ProfileOperation = OperationOf<'upsert_profile' | 'delete_profile'>;

/** The profile of the account. An e-mail or agent names the person's profile without account. */
const profileOf = ({ datamart_id, user_point_id, identifier, compartment_id }: ResolvedOperation & ProfileOperation) =>
  ({
    datamart_id,
    user_point_id,
    compartment_id,
    user_account_id: identifier.type === 'USER_ACCOUNT' ? identifier.value : '',
  }) satisfies ProfileKey;

async function applyUpserts(
  client: pg.ClientBase,
  upserts: (ResolvedOperation & OperationOf<'upsert_profile'>)[],
  now: number,
): Promise<LineFailure[]> {
  const writes = upserts.map((upsert) => ({
    ...profileOf(upsert),
    update: {
      properties: parseJsonObject(upsert.properties),
      strategy: upsert.update_strategy,
      mergeObjects: upsert.merge_objects,
      ts: writeTime(upsert.ts ?? upsert.received_ts, upsert.received_ts),
    },
  }));
  const profiles = await upsertProfiles(client, writes, now);
  return upserts.flatMap(({ line }, index) => (profiles[index] ? [] : [failureOf(line, profileTooLarge)]));
}
