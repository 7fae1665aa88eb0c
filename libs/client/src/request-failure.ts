/** The body of an error of the API. */
interface ErrorBody {
  error?: string;
  error_code?: string;
  error_id?: string;
}

/** A request that was refused, or that got no answer: then `status` is undefined. */
export class RequestFailure extends Error {
  constructor(
    message: string,
    readonly status?: number,
    /** One of the codes of the API. */
    readonly error_code?: string,
    /** The id of the answer, which the server's logs name. */
    readonly error_id?: string,
    /** After how many seconds the request may be sent again. */
    readonly retryAfterS?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The field that the message names (`metrics[0].expression: …`), if it names one. */
  get field(): string | undefined {
    return this.error_code === 'BAD_REQUEST_DATA' ? /^([$\w.[\]-]+): /.exec(this.message)?.[1] : undefined;
  }
}

/** @param body as parsed: an error of the API, or the text of something between the client and the API */
export function requestFailure(body: unknown, response: Response | undefined): RequestFailure {
  if (!response)
    return new RequestFailure('the server does not answer', undefined, undefined, undefined, undefined, {
      cause: body,
    });
  const { error, error_code, error_id } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
  const retryAfter = Number(response.headers.get('retry-after') ?? undefined);
  return new RequestFailure(
    error ?? `the server answers ${response.status}`,
    response.status,
    error_code,
    error_id ?? response.headers.get('x-request-id') ?? undefined,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}
