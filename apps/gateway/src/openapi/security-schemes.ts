export const byToken = [{ ApiToken: [] }];

/** A request needs all three headers. */
export const bySignature = [{ SignatureMac: [], SignatureKeyId: [], SignatureTimestamp: [] }];

/** A page sends a collect key where a token stands, or in the query. */
export const byCollectKey = [{ CollectKey: [] }];

/** A worker of a plugin sends its id and token. */
export const byWorker = [{ PluginWorker: [] }];

const header = (name: string, description: string) => ({
  type: 'apiKey' as const,
  in: 'header' as const,
  name,
  description,
});

/** @param prefix `Svc` for `X-Svc-Mac` */
export function securitySchemes(prefix: string) {
  return {
    ApiToken: header('Authorization', 'A long-term API token: `tby_…` or `Bearer tby_…`. For servers.'),
    CollectKey: {
      type: 'apiKey' as const,
      in: 'query' as const,
      name: 'collect_key',
      description:
        'A collect key, public, for web pages and apps. In the query where no header can be set, as in a beacon; otherwise ' +
        'in `Authorization`, which takes precedence.',
    },
    PluginWorker: {
      type: 'http' as const,
      scheme: 'basic',
      description: 'The `worker_id` of a plugin version as user name, and its `authentication_token` as password.',
    },
    SignatureMac: header(
      `X-${prefix}-Mac`,
      'Base64 of the HMAC-SHA256 of request target, key id, timestamp and body, joined by line feeds (a GET has no ' +
        'body). The HMAC key is the hexadecimal text of the secret key. For public apps that send no Authorization header.',
    ),
    SignatureKeyId: header(`X-${prefix}-Key-Id`, 'The `key_id` of the signing key.'),
    SignatureTimestamp: header(
      `X-${prefix}-Ts`,
      'The signed timestamp, in milliseconds. It may differ from the time of the server by 5 minutes, unless configured otherwise.',
    ),
  };
}
