interface ErrorBody {
  error?: string;
  error_code?: string;
  error_id?: string;
}

/** The error envelope of a refused request. */
interface Refusal {
  status?: number | undefined;
  /** One of the codes of the API. */
  error_code?: string | undefined;
  /** The id of the answer, which the server's logs name. */
  error_id?: string | undefined;
  /** After how many seconds the request may be sent again. */
  retryAfterS?: number | undefined;
}

/** The codes of refusals that begin with the field, if they are about one. */
const fieldCodes: ReadonlySet<string | undefined> = new Set(['BAD_REQUEST_DATA', 'CONSTRAINT_VIOLATION_EXCEPTION']);

/** A request that was refused, or that got no answer: then `status` is undefined. */
export class RequestFailure extends Error {
  readonly status: number | undefined;
  readonly error_code: string | undefined;
  readonly error_id: string | undefined;
  readonly retryAfterS: number | undefined;

  constructor(message: string, { status, error_code, error_id, retryAfterS }: Refusal = {}, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.error_code = error_code;
    this.error_id = error_id;
    this.retryAfterS = retryAfterS;
  }

  /** The field that the message names (`metrics[0].expression: …`), if it names one. */
  get field(): string | undefined {
    return fieldCodes.has(this.error_code) ? /^([$\w.[\]-]+): /.exec(this.message)?.[1] : undefined;
  }
}

/** @param body as parsed: an error of the API, or the text of something between the client and the API */
export function requestFailure(body: unknown, response: Response | undefined): RequestFailure {
  if (!response) return new RequestFailure('the server does not answer', {}, { cause: body });
  const { error, error_code, error_id } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
  const retryAfter = response.headers.get('retry-after');
  return new RequestFailure(error ?? `the server answers ${response.status}`, {
    status: response.status,
    error_code,
    error_id: error_id ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterS: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
  });
}
