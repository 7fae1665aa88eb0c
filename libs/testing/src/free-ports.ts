import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below the range of ephemeral ports, so that no outgoing connection takes the port of a killed server before it restarts. */
const lowest = 15_000;
const blocks = 300;
const blockSize = 50;

/** Ports of the block that this test file has leased. */
let leased: number[] = [];

/**
 * Ports on which no process listens. No other caller gets them, neither in this process nor in a suite beside it, also
 * before a server listens on them and while their server is killed.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    if (leased.length === 0) leased = await leaseBlock();
    const port = leased.shift();
    if (port !== undefined && (await isFree(port))) ports.push(port);
  }
  return ports;
}

/** The first port of a block is its lock: the system frees it when this process ends, even by SIGKILL. */
async function leaseBlock(): Promise<number[]> {
  for (;;) {
    const first = lowest + blockSize * randomInt(blocks);
    const lock = await listen(first);
    lock?.unref();
    if (lock) return Array.from({ length: blockSize - 1 }, (_, index) => first + 1 + index);
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (!server) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** @returns undefined if another process listens there */
function listen(port: number): Promise<net.Server | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
