// An activity analyzer that adds a property and answers after `DELAY` ms: `node analyzer.mjs 1`. Prints its URL.
import { createServer } from 'node:http';

const delayMs = Number(process.argv[2] ?? 1);

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const { activity } = JSON.parse(Buffer.concat(pieces));
  const answer = JSON.stringify({ status: 'ok', data: { ...activity, analyzed: true } });
  setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer), delayMs);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
