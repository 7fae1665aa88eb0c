// A closed loop of HTTP requests over N keep-alive connections: each sends an activity, waits for the response, sends the
// next. It uses bare sockets and prepared bytes, because it shares the machine with the product that it measures.
//
//   node load-generator.mjs '{"url":"http://127.0.0.1:8080","token":"…","connections":64,"seconds":5,"users":100000}'
//
// With `lines` greater than 1, a request holds so many activities, as NDJSON. With `rate`, so many requests per second are
// sent at even times, or at random ones (Poisson) with `random`, and a request counts from the time at which it was due. Prints one JSON line: {sent, failed, seconds,
// perSecond, p50, p99, max, generatorCpu}: activities that were accepted, requests that were not answered by 200,
// milliseconds of a request, seconds of CPU. `site` is the channel of the activities; `product` one of requests.mjs.
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { requests } from './requests.mjs';

const {
  url,
  token,
  connections,
  seconds,
  users = 100_000,
  lines = 1,
  site,
  rate,
  random = false,
  product = 'tributary',
} = JSON.parse(process.argv[2]);
const { hostname, port } = new URL(url);

const request = requests[product];
const one = () => request.body(users, site);
const body = () => (lines === 1 ? one() : request.join(Array.from({ length: lines }, one)));

const headers = { host: `${hostname}:${port}`, ...request.headers(token, lines), 'content-length': body().length };
const head = Buffer.from(
  `POST ${request.path(lines)} HTTP/1.1\r\n` +
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('') +
    '\r\n',
  'latin1',
);

const latencies = [];
let sent = 0;
let failed = 0;
let stopping = false;
const started = performance.now();
let nextDue = started;
setTimeout(() => (stopping = true), seconds * 1000);

await Promise.all(Array.from({ length: connections }, (_, index) => loop(index)));
const elapsed = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2));
const { user, system } = process.cpuUsage();
const result = {
  sent,
  failed,
  seconds: Number(elapsed.toFixed(2)),
  perSecond: Math.round(sent / elapsed),
  p50: at(0.5),
  p99: at(0.99),
  max: at(1 - 1e-9),
  generatorCpu: (user + system) / 1e6,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);

/** Resolves at the time of the next request, with it: without a rate at once. */
async function whenDue() {
  if (!rate) return performance.now();
  const due = nextDue;
  nextDue += (1_000 / rate) * (random ? -Math.log(1 - Math.random()) : 1);
  if (due > performance.now()) await sleep(due - performance.now());
  return due;
}

function loop(index) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
    let sentAt = 0;
    let received = '';
    const send = async () => {
      sentAt = await whenDue();
      if (stopping) return resolve(socket.destroy());
      socket.write(Buffer.concat([head, Buffer.from(body(), 'latin1')]));
    };
    socket.once('connect', send);
    socket.once('error', reject);
    socket.once('close', () => (stopping ? resolve() : reject(new Error(`connection ${index} was closed`))));
    socket.on('data', (data) => {
      received = received === '' ? data.latin1Slice() : received + data.latin1Slice();
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      if (received.startsWith('HTTP/1.1 200')) succeed();
      else if (failed++ === 0) process.stderr.write(`${received}\n`);
      received = '';
      send();
    });
    function succeed() {
      latencies.push(performance.now() - sentAt);
      sent += request.accepted(received, lines);
    }
  });
}
