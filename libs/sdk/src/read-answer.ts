/** The decision of the platform about an activity. */
export type LineResult = { id: string; received_ts: number } | { error_code: string; error: string };

/** The meaning of an answer for the activities of its request. */
export type Answer =
  | { kind: 'results'; results: LineResult[] }
  /** The body as a whole is refused: one of its lines may be the cause. */
  | { kind: 'refused'; error_code: string; error: string }
  /** A proxy does not forward a body of this length. */
  | { kind: 'too long' }
  /** None of the activities counts as sent. */
  | Failed;

export interface Failed {
  kind: 'failed';
  reason: 'unavailable' | 'unauthorized';
  error: string;
  status?: number;
  error_code?: string;
  retryAfterMs?: number;
}

interface Envelope {
  status?: unknown;
  error_code?: unknown;
  error?: unknown;
  data?: { results?: unknown };
}

/**
 * Only the platform's own answers count. A 200 is its own if it has a result for each activity, with its id: a captive portal
 * answers 200 too. An error is its own if it has the envelope of its errors: proxies and firewalls answer 400, 401 and 403 too.
 *
 * @param ids of the activities of the request, in the order of the lines
 */
export function readAnswer(status: number, text: string, ids: string[]): Answer {
  const body = parse(text);
  if (status === 200) {
    const results = readResults(body, ids);
    return results ? { kind: 'results', results } : foreign(status);
  }
  const { error_code } = body;
  if (body.status !== 'error' || typeof error_code !== 'string')
    return status === 413 ? { kind: 'too long' } : foreign(status);
  const error = typeof body.error === 'string' ? body.error : `status ${status}`;
  if (status === 400 || status === 413) return { kind: 'refused', error_code, error };
  const reason = status === 401 || status === 403 ? 'unauthorized' : 'unavailable';
  return { kind: 'failed', reason, status, error_code, error };
}

const foreign = (status: number): Failed => {
  return { kind: 'failed', reason: 'unavailable', status, error: `status ${status}, not the answer of the API` };
};

function parse(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function readResults({ status, data }: Envelope, ids: string[]): LineResult[] | undefined {
  const results = data?.results;
  if (status !== 'ok' || !Array.isArray(results) || results.length !== ids.length) return undefined;
  const isComplete = ids.every((id, index) => isResult(results[index] as { id?: unknown } | null, id));
  return isComplete ? (results as LineResult[]) : undefined;
}

const isResult = (result: { id?: unknown; error_code?: unknown } | null, id: string) =>
  result?.id === id || (typeof result?.error_code === 'string' && result.id === undefined);
