import type { FlagCause } from '@tributary/contracts/people/flagged-person';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { causeOf, type Caused } from '../links/link-cause.js';

/** A claim that added identifiers to a person, or joined people. */
export interface Gain {
  cause: FlagCause['cause'];
  /** The id of the activity, the execution or the request. */
  id: string;
  datamart_id: string;
  user_point_id: string;
  accounts: boolean;
  emails: boolean;
  agents: boolean;
  merges: boolean;
  /** The most identifiers that the person has then. */
  size: number;
}

interface GainClaim {
  claim: Caused & { datamart_id: string };
  keys: string[];
}

interface GainedIdentifiers {
  /** One for each claim, in their order. */
  resolved: ({ user_point_id: string; step: { joined: string[] } } | { refusal: unknown })[];
  unowned: { identifier_id: string; datamart_id: string; identifier: Identifier; user_point_id: string }[];
  growing: { datamart_id: string; points: string[]; size: number }[];
}

interface GainContext {
  /** Number of identifiers of a stored point before. */
  sizeOf: (datamart_id: string, user_point_id: string) => number;
}

/**
 * Each claim that changed a person. None of those that named the only identifier of a new person: most activities that
 * change anything are such, and no rule counts a single one.
 */
export function gainsOf(claims: GainClaim[], assignment: GainedIdentifiers, { sizeOf }: GainContext): Gain[] {
  const { resolved, unowned, growing } = assignment;
  if (growing.length === 0) return [];
  const added = new Map(unowned.map((one) => [one.identifier_id, one]));
  const sizes = new Map<string, number>();
  for (const { user_point_id } of unowned) sizes.set(user_point_id, (sizes.get(user_point_id) ?? 0) + 1);
  const grown = new Map(
    growing.flatMap(({ datamart_id, points, size }) => {
      const most = points.reduce((sum, point) => sum + sizeOf(datamart_id, point), size);
      return points.map((point) => [point, most] as const);
    }),
  );
  const isFirst = (point: string) => !grown.has(point) && sizes.get(point) === 1;
  return claims.flatMap(({ claim, keys }, index) => {
    const resolution = resolved[index];
    if (!resolution || 'refusal' in resolution || isFirst(resolution.user_point_id)) return [];
    const { user_point_id, step } = resolution;
    const types = new Set(keys.flatMap((key) => takeOwn(added, key, user_point_id)));
    const merges = step.joined.length > 1;
    if (types.size === 0 && !merges) return [];
    return [
      {
        ...sourceOf(claim),
        datamart_id: claim.datamart_id,
        user_point_id,
        accounts: types.has('USER_ACCOUNT'),
        emails: types.has('USER_EMAIL'),
        agents: types.has('USER_AGENT'),
        merges,
        size: grown.get(user_point_id) ?? sizes.get(user_point_id) ?? 0,
      },
    ];
  });
}

/** The type of an identifier that no claim before has added. */
function takeOwn(
  added: Map<string, GainedIdentifiers['unowned'][number]>,
  key: string,
  user_point_id: string,
): Identifier['type'][] {
  const own = added.get(key);
  if (own?.user_point_id !== user_point_id) return [];
  added.delete(key);
  return [own.identifier.type];
}

function sourceOf(claim: Caused): Pick<Gain, 'cause' | 'id'> {
  const { kind: cause, id } = causeOf(claim) ?? { kind: 'UNKNOWN', id: '' };
  return { cause, id };
}
