export const byToken = [{ ApiToken: [] }];

/** All three headers together. */
export const bySignature = [{ SignatureMac: [], SignatureKeyId: [], SignatureTimestamp: [] }];

const header = (name: string, description: string) => ({
  ...{ type: 'apiKey' as const, in: 'header' as const, name, description },
});

/** @param prefix `Svc` for `X-Svc-Mac` */
export function securitySchemes(prefix: string) {
  return {
    ApiToken: header(
      'Authorization',
      'A long-term API token as it is, `tby_…`; `Bearer tby_…` is understood, too. For servers.',
    ),
    SignatureMac: header(
      `X-${prefix}-Mac`,
      'Base64 of the HMAC-SHA256 of request target, key id, timestamp and body, joined by line feeds (a GET has no ' +
        'body), under the hexadecimal text of the secret key. For public apps, where there is no Authorization.',
    ),
    SignatureKeyId: header(`X-${prefix}-Key-Id`, 'The `key_id` of the signing key.'),
    SignatureTimestamp: header(
      `X-${prefix}-Ts`,
      'The time that was signed, in milliseconds: that of the server, give or take 5 minutes unless configured otherwise.',
    ),
  };
}
