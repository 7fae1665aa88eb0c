// Reads all members of a segment in a thread with a small heap (exports.stress.ts). The control keeps all of the answer.
import { workerData } from 'node:worker_threads';
import { createDataSource } from '@tributary/database/data-source';
import { trackingDatabase } from '../../dist/database.js';
import { SnapshotStreams } from '../../dist/exports/snapshot-streams.js';
import { writeMembers } from '../../dist/exports/write-members.js';

const { url, segment, keepsAll } = workerData;
const dataSource = await createDataSource({ ...trackingDatabase, url }).initialize();
const stream = await new SnapshotStreams(dataSource).open('1', (client, send) =>
  writeMembers(client, segment, Date.now(), send),
);
let kept = '';
for await (const piece of stream) kept = keepsAll ? kept + piece.toString() : piece.toString().slice(-100);
await dataSource.destroy();
process.exit(kept.trimEnd().endsWith('{"end":true,"count":300000}') ? 0 : 1);
