import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { refused } from '../engines/engine-errors.js';
import { maxScanBytes, wayOut } from './scan-limits.js';

/**
 * All sockets of this process, which runs one scan at a time. The drivers open their own connections and buffer whole
 * answers, so the bytes are counted where every socket receives them.
 */
export class ScanSockets {
  private readonly sockets = new Set<Socket>();
  private bytes = 0;
  /** Ends the current scan with an error. */
  fail: (error: Error) => void = () => undefined;

  /** Counts for every socket from now on. */
  watch(): void {
    const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket;
    const opened = (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    };
    const mayReceive = (length: number) => this.mayReceive(length);
    Object.assign(Socket.prototype, {
      connect(this: Socket, ...args: unknown[]) {
        opened(this);
        return connect.apply(this, args);
      },
      // A TLS socket inherits it, and pushes what it has decrypted.
      push(this: Socket, chunk: Buffer | null, encoding?: BufferEncoding) {
        if (chunk === null || mayReceive(chunk.length)) return Readable.prototype.push.call(this, chunk, encoding);
        this.destroy();
        return false;
      },
    });
  }

  /** Runs a scan. No connection remains open afterwards. @throws CONSTRAINT_VIOLATION_EXCEPTION if it receives too much */
  async during<T>(scan: () => Promise<T>): Promise<T> {
    this.bytes = 0;
    const failed = new Promise<never>((_, reject) => (this.fail = reject));
    failed.catch(() => undefined);
    try {
      return await Promise.race([failed, scan()]);
    } finally {
      for (const socket of this.sockets) socket.destroy();
    }
  }

  private mayReceive(length: number): boolean {
    this.bytes += length;
    if (this.bytes <= maxScanBytes) return true;
    this.fail(refused(`The engine sent more than ${maxScanBytes} bytes; ${wayOut}`));
    return false;
  }
}
