import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Platform } from '@tributary/testing/processes/platform';

const dist = path.join(import.meta.dirname, '../../../../libs/sdk/dist');
const script = (name: string) => readFileSync(path.join(dist, name), 'utf8');
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script src="/tributary.iife.js"></script><script src="/pages.iife.js"></script><script src="/shop.js"></script></head><body></body></html>`;

/** The functions that the tests call. */
const shop = `
function start(options) {
  client = Tributary.createTributary({ url: location.origin + '/data', datamart: 1, lingerMs: 20, maxRetryDelayMs: 200, ...options });
}
function queue(from, count) {
  return Promise.all(Array.from({ length: count }, (_, index) => client.activity({ $type: 'TOUCH', $site_id: '1', n: from + index })));
}
/** Calls the test for each that the queue has. */
function queueAndReport(from, count) {
  for (let n = from; n < from + count; n++) client.activity({ $type: 'TOUCH', n }).then((id) => id && reportQueued(n));
}
async function stored() {
  const known = await indexedDB.databases();
  return [...known.map(({ name }) => name), ...Object.keys(localStorage)].sort();
}
/** Creates a database, and takes so long for it. Until then no one can open it. */
async function createSlowly(name, ms) {
  const until = Date.now() + ms;
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore('queue', { keyPath: 'id' });
    const work = () => Date.now() < until && (store.count().onsuccess = work);
    work();
  };
  await done(request);
  request.result.close();
}
async function countEntries() {
  const request = await done(indexedDB.open((await indexedDB.databases())[0].name));
  return (await done(request.result.transaction('queue').objectStore('queue').count())).result;
}
const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request)));`;

const files: Record<string, [type: string, text: string]> = {
  '/tributary.iife.js': ['text/javascript', script('tributary.iife.js')],
  '/pages.iife.js': ['text/javascript', script('pages.iife.js')],
  '/shop.js': ['text/javascript', shop],
};

/**
 * A web site with the SDK. It forwards `/data/…` to the product, and adds the token to requests that have no credential, as
 * the proxy of a real site does.
 */
export class Site {
  /** While it is set, what is collected is not forwarded. */
  isDown = false;
  /** How many next requests are forwarded, and their answers lost. */
  lostAnswers = 0;
  /** Requests that collect. */
  requests = 0;
  /** Most of them at the same time. */
  mostAtOnce = 0;
  private atOnce = 0;

  private constructor(
    private readonly server: Server,
    private readonly platform: Pick<Platform, 'url' | 'token'>,
    public html: string,
  ) {}

  /** Headers of its pages. */
  headers: Record<string, string> = {};

  /** @param html the page that it serves */
  static async start(platform: Pick<Platform, 'url' | 'token'>, html = page): Promise<Site> {
    const server = createServer();
    const site = new Site(server, platform, html);
    server.on('request', (incoming, outgoing) => {
      if (incoming.url?.startsWith('/data/')) site.forward(incoming, outgoing);
      else site.serve(incoming, outgoing);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  /** @returns what ends the request, once */
  private begin(): () => void {
    let count = 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, (this.atOnce += count));
    return () => {
      this.atOnce -= count;
      count = 0;
    };
  }

  /** Every other path is the page, as in a single-page app. */
  private serve({ url = '' }: IncomingMessage, outgoing: ServerResponse): void {
    const [type, text] = files[url] ?? ['text/html', this.html];
    outgoing.writeHead(200, { ...this.headers, 'content-type': type }).end(text);
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const isCollecting = incoming.method === 'POST';
    if (isCollecting) this.requests += 1;
    if (this.isDown) return void outgoing.destroy();
    const end = isCollecting ? this.begin() : () => {};
    outgoing.on('close', end);
    const { method, url = '', headers } = incoming;
    const hasCredential = headers['x-svc-mac'] !== undefined || headers.authorization !== undefined;
    const credential = hasCredential || !isCollecting ? {} : { authorization: this.platform.token };
    const options = { path: url.slice('/data'.length), method, headers: { ...headers, ...credential } };
    const answerWith = (answer: IncomingMessage) => {
      if (isCollecting && this.lostAnswers > 0) {
        this.lostAnswers -= 1;
        return void outgoing.destroy();
      }
      // Before the browser has the end of the answer, and may send the next request.
      answer.on('end', end);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    };
    const send = (body: Buffer) => {
      const forwarded = request(this.platform.url, options, (answer) => {
        const retryAfter = answer.headers['retry-after'];
        if (!isCollecting || answer.statusCode !== 503 || retryAfter === undefined) return answerWith(answer);
        // A page that is left sends once: a busy broker that is late must not decide its outcome.
        answer.resume();
        setTimeout(send, Number(retryAfter) * 1_000, body);
      });
      forwarded.on('error', () => outgoing.destroy()).end(body);
    };
    buffer(incoming).then(send, () => outgoing.destroy());
  }
}
