/** The addresses and the token that a start prints. */
interface Welcome {
  url: string;
  dataDir: string;
  /** Shown on the first start only, and never if the operator has given it. */
  token: string | undefined;
  /** Whether the console is served. */
  console: boolean;
}

export function welcome({ url, dataDir, token, console }: Welcome): string {
  // The shell replaces the variable in double quotes only.
  const authorization = token ? `'Authorization: ${token}'` : '"Authorization: $TOKEN"';
  return `
Tributary is ready.
${console ? consoleLink(url, token) : ''}
  API           ${url}/v1
  guide         ${url}/guide/
  docs          ${url}/docs
  OpenAPI       ${url}/openapi.json
  organisation  1
  datamart      1
  data          ${dataDir}
  token         ${token ?? 'that of the first start: it was shown, or given in BOOTSTRAP_API_TOKEN'}
${token ? '\n  Keep the token: it is not shown again.\n' : ''}
Collect an activity:

  curl -s ${url}/v1/datamarts/1/user_activities \\
    -H ${authorization} -H 'Content-Type: application/json' \\
    -d '{"$type":"SITE_VISIT","$site_id":"8298","$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:1:abc"}]}'

Ctrl-C stops it; nothing is lost.
`;
}

/** A browser does not send the part after #, so the token is in no log of a proxy. */
const consoleLink = (url: string, token: string | undefined) =>
  token
    ? `
  Open the console, signed in:

  ${url}/#token=${encodeURIComponent(token)}
`
    : `
  console       ${url}/ (sign in with the token of the first start)
`;
