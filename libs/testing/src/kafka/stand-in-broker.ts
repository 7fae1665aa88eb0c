import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const [produce, metadata, apiVersions] = [0, 3, 18];

/** A broker that has every topic, keeps what it is asked and sent, and answers each partition with a code. */
export class StandInBroker {
  readonly produced: Buffer[] = [];
  /** The topics of each question for leaders. */
  readonly asked: string[][] = [];
  /** Questions for leaders are answered after it. */
  hold: Promise<void> = Promise.resolve();
  private readonly sockets: Socket[] = [];
  private readonly server: Server;

  /** @param codes of the partitions; 0 is success */
  constructor(private readonly codes: number[]) {
    this.server = createServer((socket) => {
      this.sockets.push(socket);
      let received = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        received = Buffer.concat([received, bytes]);
        for (; received.length >= 4 && received.length >= 4 + received.readInt32BE();) {
          const end = 4 + received.readInt32BE();
          void this.answer(received.subarray(4, end)).then((answer) => socket.write(answer));
          received = received.subarray(end);
        }
      });
    });
  }

  async start(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.port;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private async answer(request: Buffer): Promise<Buffer> {
    const body = await this.bodyFor(request);
    const head = Buffer.alloc(8);
    head.writeInt32BE(4 + body.length, 0);
    head.writeInt32BE(request.readInt32BE(4), 4);
    return Buffer.concat([head, body]);
  }

  private async bodyFor(request: Buffer): Promise<Buffer> {
    const api = request.readInt16BE(0);
    if (api === apiVersions) return fields(i16(0), array([produce, metadata, apiVersions].map(versionsOf)), i32(0));
    // Behind api, version, correlation id and client id.
    const body = request.subarray(10 + request.readInt16BE(8));
    if (api === metadata) return this.metadata(textsIn(body));
    // Behind transactional id and acks: the timeout, which is not compared, and the topics.
    const topics = body.subarray(8);
    this.produced.push(topics);
    const [name = ''] = textsIn(topics, 1);
    const answers = this.codes.map((code, i) => fields(i32(i), i16(code), i64(7), i64(-1), i64(0)));
    return fields(array([fields(text(name), array(answers))]), i32(0));
  }

  private async metadata(topics: string[]): Promise<Buffer> {
    this.asked.push(topics);
    await this.hold;
    const broker = fields(i32(1), text('127.0.0.1'), i32(this.port), i16(-1));
    const partitions = this.codes.map((_code, i) =>
      fields(i16(0), i32(i), i32(1), array([i32(1)]), array([i32(1)]), array([])),
    );
    const described = topics.map((topic) => fields(i16(0), text(topic), Buffer.from([0]), array(partitions)));
    return fields(i32(0), array([broker]), text('cluster'), i32(1), array(described));
  }
}

/** The texts that an array begins with. */
function textsIn(body: Buffer, count = body.readInt32BE()): string[] {
  const texts: string[] = [];
  for (let at = 4; texts.length < count;) {
    const end = at + 2 + body.readInt16BE(at);
    texts.push(String(body.subarray(at + 2, end)));
    at = end;
  }
  return texts;
}

const number = (bytes: number, write: (buffer: Buffer) => void) => {
  const buffer = Buffer.alloc(bytes);
  write(buffer);
  return buffer;
};
const i16 = (value: number) => number(2, (buffer) => buffer.writeInt16BE(value));
const i32 = (value: number) => number(4, (buffer) => buffer.writeInt32BE(value));
const i64 = (value: number) => number(8, (buffer) => buffer.writeBigInt64BE(BigInt(value)));
const text = (value: string) => Buffer.concat([i16(Buffer.byteLength(value)), Buffer.from(value)]);
const array = (items: Buffer[]) => Buffer.concat([i32(items.length), ...items]);
const fields = (...all: Buffer[]) => Buffer.concat(all);
/** Produce 7, Metadata 5 and ApiVersions 1, which have the layouts above. */
const versionsOf = (api: number) => {
  const version = { [produce]: 7, [metadata]: 5, [apiVersions]: 1 }[api] ?? 0;
  return fields(i16(api), i16(0), i16(version));
};
