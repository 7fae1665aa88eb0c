import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { hasEarlyTime } from '@tributary/contracts/tracking/early-time';
import { uniqueKeyOf, type UserActivity } from '@tributary/contracts/tracking/user-activity';
import type { TraceCredential, TraceStep } from '@tributary/contracts/traces/activity-trace';
import { traceCredentialOf } from '@tributary/contracts/traces/begin-trace';
import { botField } from '@tributary/http/body/bot-flag';
import type { BodyHash } from '@tributary/security/body-hash';

/** The part of its trace that an activity brings. */
export interface TraceOrigin {
  credential?: TraceCredential | undefined;
  /** The execution of an imported one. */
  execution_id?: string;
  hash?: string | undefined;
  /** The steps after ACCEPTED. */
  steps?: readonly TraceStep[] | undefined;
}

/** Undefined for messages of versions that did not say it. */
export function traceOriginOf(received: ActivityReceived): TraceOrigin | undefined {
  const { trace } = received;
  const credential = traceCredentialOf(received);
  if (trace === undefined && credential === undefined) return undefined;
  return { credential, hash: trace?.hash, steps: trace?.steps };
}

/** The part of its trace that an imported line brings. */
export interface ImportedLine {
  execution_id: string;
  credential?: TraceCredential | undefined;
  /** The placeholders that were left out of it. */
  junk?: readonly string[] | undefined;
  /** As import-worker has sent it. */
  body: string;
  bodyHash: BodyHash;
}

interface ReadLine {
  received_ts: number;
  blocked_events?: readonly string[] | undefined;
}

/**
 * The origin of a line, which import-worker has validated. A hash is needed only where the id may come again: that of a line
 * without its own cannot.
 *
 * @param activity its body without blocked events, parsed
 */
export function importedOrigin(line: ImportedLine, activity: object, { received_ts: ts, blocked_events }: ReadLine) {
  const { execution_id, credential, junk = [] } = line;
  const isBlocked = blocked_events !== undefined && blocked_events.length > 0;
  const steps: TraceStep[] = [];
  if (junk.length > 0) steps.push({ step: 'JUNK_LEFT_OUT', ts, identifiers: [...junk] });
  if (isBlocked) steps.push({ step: 'EVENT_BLOCKED', ts });
  if (hasEarlyTime(activity as UserActivity)) steps.push({ step: 'TIME_SUSPICIOUS', ts });
  const isKeyed = uniqueKeyOf(activity) !== undefined;
  const hash = isKeyed ? hashOf(line, isBlocked ? undefined : activity) : undefined;
  return { execution_id, credential, hash, ...(steps.length > 0 && { steps }) } satisfies TraceOrigin;
}

function hashOf({ body, bodyHash }: ImportedLine, parsed?: object): string {
  const { [botField]: _flag, ...sent } = (parsed ?? JSON.parse(body)) as Record<string, unknown>;
  return bodyHash(sent);
}
