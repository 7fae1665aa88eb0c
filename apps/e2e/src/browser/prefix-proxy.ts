import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PrefixProxy {
  url: string;
  stop: () => void;
}

/** A reverse proxy that serves `target` below a path prefix and removes the prefix. Other paths are answered 502. */
export async function startPrefixProxy(target: string, prefix: string): Promise<PrefixProxy> {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${prefix}/`)) return void outgoing.writeHead(502).end();
    const forwarded = request(target, { path: url.slice(prefix.length), method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`, stop };
}
