// testcontainers' reaper protocol. Each line on the TCP connection is a set of label filters; the answer is ACK. After the
// last connection has been closed for a while, the reaper removes all containers, networks and volumes that match a filter.
import { request } from 'node:http';
import { createServer } from 'node:net';

const firstConnectionWithin_ms = 60_000;
const reconnectionWithin_ms = Number.parseInt(process.env.RYUK_RECONNECTION_TIMEOUT ?? '10', 10) * 1000;
const filters = new Set();
let connections = 0;
let deadline;

function docker(method, path) {
  return new Promise((resolve, reject) => {
    request({ socketPath: '/var/run/docker.sock', method, path }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve(body ? JSON.parse(body) : undefined));
    })
      .on('error', reject)
      .end();
  });
}

async function remove(path) {
  const answer = await docker('DELETE', path);
  console.log('removed', path, answer?.message ?? '');
}

async function removeMatching(line) {
  const labels = {};
  for (const [key, value] of new URLSearchParams(line)) (labels[key] ??= []).push(value);
  const query = `filters=${encodeURIComponent(JSON.stringify(labels))}`;
  const self = process.env.HOSTNAME;
  for (const { Id } of await docker('GET', `/containers/json?all=1&${query}`)) {
    if (!Id.startsWith(self)) await remove(`/containers/${Id}?force=1&v=1`);
  }
  for (const { Id } of await docker('GET', `/networks?${query}`)) await remove(`/networks/${Id}`);
  for (const { Name } of (await docker('GET', `/volumes?${query}`)).Volumes ?? []) await remove(`/volumes/${Name}?force=1`);
}

async function reap() {
  for (const line of filters) await removeMatching(line);
  process.exit(0);
}

function reapAfter(delay_ms) {
  clearTimeout(deadline);
  deadline = setTimeout(reap, delay_ms);
}

const server = createServer((socket) => {
  connections++;
  clearTimeout(deadline);
  let pending = '';
  socket.on('data', (data) => {
    const lines = (pending + data).split('\n');
    pending = lines.pop();
    for (const line of lines) {
      filters.add(line.trim());
      socket.write('ACK\n');
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (--connections === 0) reapAfter(reconnectionWithin_ms);
  });
});

server.listen(8080, () => {
  console.log('Started');
  reapAfter(firstConnectionWithin_ms);
});
process.on('SIGTERM', reap);
