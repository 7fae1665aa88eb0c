/** The decision of the platform about an activity. */
export type LineResult = { id: string; received_ts: number } | { error_code: string; error: string };

/** The meaning of an answer for the activities of its request. */
export type Answer =
  | { kind: 'results'; results: LineResult[] }
  /** The body as a whole is refused: one of its lines may be the cause. */
  | { kind: 'refused'; error_code: string; error: string }
  /** None of the activities counts as sent. */
  | { kind: 'failed'; reason: 'unavailable' | 'unauthorized'; error: string; status?: number; retryAfterMs?: number };

interface Envelope {
  status?: unknown;
  error_code?: unknown;
  error?: unknown;
  data?: { results?: unknown };
}

/**
 * A 200 counts only if it has a result for each activity, with its id: a captive portal answers 200 too. 413 is the refusal of
 * a proxy. Every other status says nothing about the activities.
 *
 * @param ids of the activities of the request, in the order of the lines
 */
export function readAnswer(status: number, text: string, ids: string[]): Answer {
  const { error_code, error, ...body } = parse(text);
  const described = typeof error === 'string' ? error : `status ${status}`;
  if (status === 200) {
    const results = readResults(body, ids);
    return results ? { kind: 'results', results } : failed('unavailable', status, 'not the answer of the API');
  }
  if (status === 400 || status === 413)
    return {
      kind: 'refused',
      error_code: typeof error_code === 'string' ? error_code : `HTTP_${status}`,
      error: described,
    };
  return failed(status === 401 || status === 403 ? 'unauthorized' : 'unavailable', status, described);
}

const failed = (reason: 'unavailable' | 'unauthorized', status: number, error: string): Answer => {
  return { kind: 'failed', reason, status, error };
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
