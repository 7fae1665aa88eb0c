export interface CurlRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The address of the API, without a slash at its end. */
  apiUrl: string;
  /** `/datamarts/1/user_activities`. */
  path: string;
  body?: unknown;
  /** The variable of the shell with the token. */
  variable?: string;
}

/** A request as a line for a POSIX shell. The token stays a variable, so that the line can be shared. */
export function curlOf({ method, apiUrl, path, body, variable = 'TOKEN' }: CurlRequest): string {
  const parts = [`curl -s ${quoted(apiUrl + path)}`];
  if (method !== 'GET' && !(method === 'POST' && body !== undefined)) parts.push(`-X ${method}`);
  parts.push(`-H "Authorization: $${variable}"`);
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}

/** A text for a POSIX shell. In single quotes it interprets nothing; a quote itself ends them, is escaped, and starts them again. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
