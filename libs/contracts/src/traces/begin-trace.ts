import { sessionPrefix } from '../admin/access.js';
import type { TraceCredential, TraceNotes, TraceStep } from './activity-trace.js';

interface Accepted {
  received_ts: number;
  public_credential?: { kind: 'collect_key' | 'message_authentication_key'; id: string } | undefined;
  trace?: TraceNotes | undefined;
}

const publicKinds = { collect_key: 'COLLECT_KEY', message_authentication_key: 'SIGNATURE' } as const;

/** The credential that an activity was sent with. Undefined for messages of versions that did not say it. */
export function traceCredentialOf({ public_credential, trace }: Accepted): TraceCredential | undefined {
  if (public_credential) return { kind: publicKinds[public_credential.kind], id: public_credential.id };
  return trace?.token_id === undefined ? undefined : callerCredential(trace.token_id);
}

/** The token or session that an id of `credentialIdOf` names. */
export const callerCredential = (id: string): TraceCredential =>
  id.startsWith(sessionPrefix) ? { kind: 'SESSION', id: id.slice(sessionPrefix.length) } : { kind: 'API_TOKEN', id };

/** The steps of a live activity up to where its notes go. */
export function beginTrace(accepted: Accepted): [TraceStep, ...TraceStep[]] {
  const credential = traceCredentialOf(accepted);
  const first: TraceStep = {
    step: 'ACCEPTED',
    ts: accepted.received_ts,
    source: 'LIVE',
    ...(credential && { credential }),
  };
  return [first, ...(accepted.trace?.steps ?? [])];
}

/** Notes with a step more. */
export const withStep = (notes: TraceNotes | undefined, ...added: TraceStep[]): TraceNotes => ({
  ...notes,
  steps: [...(notes?.steps ?? []), ...added],
});
