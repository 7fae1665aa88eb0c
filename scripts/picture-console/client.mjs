// Calls the API of the product that is pictured.

export function clientOf({ url, token }) {
  const call = async (method, path, body, headers = { 'Content-Type': 'application/json' }) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { Authorization: token, ...(body !== undefined && headers) },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error}`);
    return answer.data;
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    upload: (path, lines) => call('POST', path, lines, { 'Content-Type': 'application/x-ndjson' }),
  };
}
