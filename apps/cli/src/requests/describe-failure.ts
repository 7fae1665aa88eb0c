import { RequestFailure } from '@tributary/client/request-failure';

/** A failure in words: what happened, and what to do about it. */
export interface Described {
  message: string;
  hint?: string;
}

/** Advice for a refusal, by its code. */
const hints: Readonly<Record<string, string>> = {
  TOKEN_ERROR: 'Log in with a new token: tributary login URL',
  AUTHENTICATION_ERROR: 'Log in: tributary login URL',
  AUTHORIZATION_ERROR: 'tributary whoami shows your roles and datamarts.',
  RESOURCE_NOT_FOUND: 'Is the id right, and is it of the chosen datamart and organisation?',
  SERVICE_UNAVAILABLE: 'Try again. What was to be done may safely be repeated.',
};

const networkHints: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there. Is the platform running, and is the port right?',
  ENOTFOUND: 'There is no such host. Is the address right, and is there a network?',
  EAI_AGAIN: 'The name of the host cannot be looked up. Is there a network?',
  ETIMEDOUT: 'Is there a network, and does a firewall allow the connection?',
  UND_ERR_CONNECT_TIMEOUT: 'Is there a network, and does a firewall allow the connection?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is of another host. Is the address right?',
  SELF_SIGNED_CERT_IN_CHAIN: 'NODE_EXTRA_CA_CERTS names a file of further certificate authorities.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'NODE_EXTRA_CA_CERTS names a file of further certificate authorities.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'NODE_EXTRA_CA_CERTS names a file of further certificate authorities.',
};

export function describeRequestFailure(failure: RequestFailure, url: string): Described {
  if (failure.status === undefined) return describeSilence(failure, url);
  const { message, error_code, error_id } = failure;
  const code = error_code === undefined ? '' : `${error_code}: `;
  const id = error_id === undefined ? '' : ` (error_id ${error_id})`;
  const hint = hints[error_code ?? ''] ?? notTheApi(failure);
  return { message: `${code}${message}${id}`, hint };
}

function describeSilence(failure: RequestFailure, url: string): Described {
  const code = codeOf(failure.cause);
  const hint = networkHints[code ?? ''];
  const reason = code === undefined ? '' : ` (${code})`;
  return { message: `${url} does not answer${reason}`, hint };
}

/** `fetch` hides the reason in the cause, and several addresses that were tried in an AggregateError. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const { cause } = error;
  return codeOf(cause) ?? (cause instanceof AggregateError ? codeOf(cause.errors[0]) : undefined);
}

const notTheApi = ({ error_code, status }: RequestFailure): string | undefined =>
  error_code === undefined ? `Is this the address of a Tributary? Something else answered ${status}.` : undefined;
