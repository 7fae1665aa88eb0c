import { expect, it } from '@jest/globals';
import { isTlsError } from './tls-error.js';

const withCode = (code: unknown) => Object.assign(new Error('failed'), { code });

it.each([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'ERR_SSL_WRONG_VERSION_NUMBER',
])('%s is an error of TLS', (code) => expect(isTlsError(withCode(code))).toBe(true));

it.each([
  withCode('ECONNRESET'),
  withCode(516),
  new Error('CERT_HAS_EXPIRED'),
  { code: 'CERT_HAS_EXPIRED' },
  undefined,
])('%s is none', (error) => expect(isTlsError(error)).toBe(false));

it('an answer without TLS is one', () => {
  const message =
    'write EPROTO 4050:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../tls.c:77:';
  expect(isTlsError(new Error(message))).toBe(true);
});
