// A closed loop of HTTP requests over N keep-alive connections: each sends an activity, waits for the response, sends the
// next. It uses bare sockets and prepared bytes, because it shares the machine with the product that it measures.
//
//   node load-generator.mjs '{"url":"http://127.0.0.1:8080","token":"…","connections":64,"seconds":5,"users":100000}'
//
// Prints one JSON line: {sent, failed, seconds, perSecond, p50, p99, max, generatorCpu} (milliseconds; CPU in seconds).
import net from 'node:net';

const { url, token, connections, seconds, users = 100_000 } = JSON.parse(process.argv[2]);
const { hostname, port } = new URL(url);

const pad = (number, width) => String(number).padStart(width, '0');

/** A shop's page view, always of the same length: the head is prepared once. */
function body(user, ts) {
  return (
    `{"$ts":${ts},"$type":"SITE_VISIT","$session_status":"IN_SESSION","$site_id":"8298",` +
    `"$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:7:${pad(user, 12)}"}],` +
    `"$user_agent_info":{"$form_factor":"SMARTPHONE","$os_family":"IOS","$browser_family":"SAFARI","$brand":"Apple"},` +
    `"$location":{"$country":"FR","$city":"Paris","$zip_code":"75011"},` +
    `"$events":[{"$ts":${ts},"$event_name":"$item_view","$properties":{"$items":[{"$id":"sku-${pad(user % 1000, 6)}",` +
    `"$price":"19.90","$qty":1}],"page":"/shop/shoes/${pad(user % 1000, 6)}","referrer":"https://www.example.com/search?q=shoes"}}]}`
  );
}

const head = Buffer.from(
  `POST /v1/datamarts/1/user_activities HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body(0, Date.now()))}\r\n\r\n`,
  'latin1',
);

const latencies = [];
let failed = 0;
let stopping = false;
const started = performance.now();
setTimeout(() => (stopping = true), seconds * 1000);

await Promise.all(Array.from({ length: connections }, (_, index) => loop(index)));
const elapsed = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2));
const { user, system } = process.cpuUsage();
const result = {
  sent: latencies.length,
  failed,
  seconds: Number(elapsed.toFixed(2)),
  perSecond: Math.round(latencies.length / elapsed),
  p50: at(0.5),
  p99: at(0.99),
  max: at(1 - 1e-9),
  generatorCpu: (user + system) / 1e6,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);

function loop(index) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
    let sentAt = 0;
    let received = '';
    const send = () => {
      if (stopping) return resolve(socket.destroy());
      sentAt = performance.now();
      const user = 1 + Math.floor(Math.random() * users);
      socket.write(Buffer.concat([head, Buffer.from(body(user, Date.now()), 'latin1')]));
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
      if (received.startsWith('HTTP/1.1 200')) latencies.push(performance.now() - sentAt);
      else if (failed++ === 0) process.stderr.write(`${received}\n`);
      received = '';
      send();
    });
  });
}
