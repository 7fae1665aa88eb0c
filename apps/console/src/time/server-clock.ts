import { client } from '@tributary/client/generated/client.gen';
import { clockOffset } from './clock-offset.js';

let offset = 0;

/** Reads the clock of the server from its answers, from now on. */
client.interceptors.response.use((response) => {
  offset = clockOffset(offset, response.headers.get('date'), Date.now());
  return response;
});

/** Now by the clock of the server, to the second. That of the viewer may be wrong. */
export const serverNow = (): number => Date.now() + offset;
