// The effect of clients without a valid credential on a gateway, and on the clients that collect meanwhile.
//
//   npm run build
//   node bench/hostile-clients.mjs --url http://127.0.0.1:8080 --token … --pid … [--connections 10000] [--rate 1000] [--seconds 20]
//     [--key-id …] [--attack 'slow signed bodies']
//
// For each attack: answers to live clients by status, their p50 and p99, the most resident memory of the process, and its
// open connections. Live clients use four kept connections, and a new one for each request. --rate limits the new hostile
// connections per second: a flood of them is another attack. --key-id is a known key, for signed bodies that the gateway
// reads. Raise `ulimit -n` above the number of connections.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    token: { type: 'string' },
    pid: { type: 'string' },
    connections: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1000' },
    attack: { type: 'string' },
    'key-id': { type: 'string', default: 'unknown-key' },
  },
});
const { hostname, port } = new URL(values.url);
const connections = Number(values.connections);
const print = (text) => process.stdout.write(`${text}\n`);

const target = '/v1/datamarts/1/user_activities';
const head = (name, ...headers) => `${[`${name} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
const signed = [`X-Svc-Key-Id: ${values['key-id']}`, `X-Svc-Ts: ${Date.now()}`, 'X-Svc-Mac: AAAA'];
const post = head(`POST ${target}`, 'Content-Type: application/json', 'Content-Length: 1048576', ...signed);

/** The first bytes of each connection, and those that follow every second. */
const attacks = {
  none: undefined,
  'silent connections': { first: '' },
  'slow heads': { first: `POST ${target} HTTP/1.1\r\nX-Large: ${'x'.repeat(30_000)}`, drip: 'x' },
  'idle connections': { first: head('GET /health/live') },
  'slow signed bodies': { first: post + ' '.repeat(200_000), drip: ' ' },
  pipelining: { first: head('GET /v1/connected_user').repeat(500) },
  'unread answers': { first: head('GET /docs/swagger-ui-bundle.js').repeat(4) },
};

const sockets = new Set();
function open({ first }) {
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  socket.pause();
  socket.on('error', () => undefined);
  socket.once('connect', () => socket.write(first));
  socket.once('close', () => sockets.delete(socket));
}

/** Opens the connections, and opens another for each that the gateway closes, until `signal`. */
async function attackUntil(signal, attack) {
  if (!attack) return;
  const bytes = Buffer.from(attack.first);
  let next = performance.now();
  while (!signal.aborted) {
    for (let count = 0; count < Number(values.rate) / 50 && sockets.size < connections; count++) open({ first: bytes });
    if (attack.drip && performance.now() > next) {
      next = performance.now() + 1_000;
      for (const socket of sockets) if (socket.writable) socket.write(attack.drip);
    }
    await sleep(20);
  }
  for (const socket of sockets) socket.destroy();
}

const body = '{"$type":"SITE_VISIT","$user_agent_id":"web:1:abc"}';
function send(agent) {
  return new Promise((resolve) => {
    const headers = { authorization: values.token, 'content-type': 'application/json' };
    const sent = request({ hostname, port, path: target, method: 'POST', headers, agent }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode)),
    );
    sent.once('error', ({ code }) => resolve(code));
    sent.end(body);
  });
}

/** Answers by status, and times in milliseconds. */
async function live(signal) {
  const kept = new Agent({ keepAlive: true, maxSockets: 4 });
  const [answers, times] = [{}, []];
  const loop = async (agent) => {
    while (!signal.aborted) {
      const started = performance.now();
      const answer = await send(agent);
      times.push(performance.now() - started);
      answers[answer] = (answers[answer] ?? 0) + 1;
      await sleep(5);
    }
  };
  await Promise.all([kept, kept, kept, kept, false, false, false, false].map(loop));
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return { answers, p50: at(0.5), p99: at(0.99) };
}

const resident = () => {
  const status = readFileSync(`/proc/${values.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
};

for (const [name, attack] of Object.entries(attacks)) {
  if (values.attack && values.attack !== name) continue;
  const end = AbortSignal.timeout(Number(values.seconds) * 1_000);
  const [before, attacking] = [resident(), attackUntil(end, attack)];
  let most = before;
  let opened = 0;
  const timer = setInterval(() => {
    most = Math.max(most, resident());
    opened = Math.max(opened, sockets.size);
  }, 100);
  const { answers, p50, p99 } = await live(end);
  clearInterval(timer);
  await attacking;
  print(
    `  ${name.padEnd(20)} ${String(opened).padStart(6)} connections; live answers ${JSON.stringify(answers)}, ` +
      `p50 ${p50} ms, p99 ${p99} ms; resident ${before} → ${most} MiB`,
  );
  await sleep(3_000);
}
process.exit(0);
