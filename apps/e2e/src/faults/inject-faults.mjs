// Loaded into a process of the product by `--import`. At SIGUSR2 it lets an error go uncaught where FAULT says, and it
// blocks the thread when the product sends BLOCK_AT to its database.
import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { isMainThread, Worker } from 'node:worker_threads';
import { gzip } from 'node:zlib';

const { FAULT, BLOCK_AT } = process.env;
const fail = () => {
  throw new Error('injected by a test, and quotes jane@example.com');
};

/** The embedded server listens on a unix socket. */
const isOfDatabase = ({ remoteAddress }) => remoteAddress === undefined;

const faults = {
  'a timer': () => setTimeout(fail, 1),
  'a promise': () => void Promise.resolve().then(fail),
  'a worker': () => new Worker(`throw new Error('injected') //# sourceURL=inject-faults.mjs`, { eval: true }),
  'a callback of gzip': () => gzip('text', fail),
  'a callback of randomBytes': () => randomBytes(8, fail),
  // A callback of PostgreSQL's driver.
  'a socket handler': () => {
    const { emit } = Socket.prototype;
    Socket.prototype.emit = function (event, ...args) {
      if (event === 'data' && isOfDatabase(this)) fail();
      return emit.call(this, event, ...args);
    };
  },
  'a handler of its own': () => {
    try {
      fail();
    } catch {
      // Control: this one is caught.
    }
  },
};

if (isMainThread && FAULT) process.on('SIGUSR2', () => faults[FAULT]());

if (isMainThread && BLOCK_AT) {
  const { write } = Socket.prototype;
  Socket.prototype.write = function (chunk, ...args) {
    const text = isOfDatabase(this) ? String(chunk) : '';
    // Not when the message is counted as rejected.
    if (text.includes(BLOCK_AT) && !text.includes(`${BLOCK_AT}@`)) for (;;);
    return write.call(this, chunk, ...args);
  };
}
