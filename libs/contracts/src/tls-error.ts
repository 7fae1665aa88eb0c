/** Codes of Node.js and OpenSSL for a failed TLS handshake. A broken connection has others, such as ECONNRESET. */
const codes = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA)/;
/** The port has no TLS. The code is EPROTO, as for some broken connections. */
const noTls = /:wrong version number:/;

/** Whether TLS has failed. Unlike an outage it does not pass: a setting or a certificate is wrong. */
export function isTlsError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && codes.test(code)) || noTls.test(error.message);
}
