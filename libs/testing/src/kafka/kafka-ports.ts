import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Ports on which no process listens. They are below the range of ephemeral ports, so that no outgoing connection takes the
 * port of a killed server before the server restarts.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(15_000, 30_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
