import { flow, type Flow } from './flow.js';
import { chunkParsed, chunkRequested, executionChanged, importChunkApplied } from './topics.js';

const datamart_id = '1';
const execution_id = '42';

/** From an uploaded file to what has taken effect of it. */
export const importFlows: Flow[] = [
  flow(chunkRequested, {
    summary: 'A part of a file, on line boundaries, that some worker is to parse.',
    key: '<execution_id>',
    producer: 'import-worker',
    consumers: ['import-worker.parse-chunks'],
    example: { datamart_id, execution_id, chunk: 0 },
  }),
  flow(chunkParsed, {
    summary: 'Valid lines of an execution, to be applied.',
    key: '<execution_id>/<shard>',
    producer: 'import-worker',
    consumers: ['tracking-ingest.apply-import-chunks'],
    example: {
      ...{ datamart_id, execution_id, chunk: 0, part: 0, shard: 0, creation_ts: 1_795_261_991_709 },
      lines: [
        {
          line: 1,
          operation: {
            kind: 'update_segment',
            identifier: { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'a-1' },
            ...{ segment_id: 'buyers', expiration_ts: null },
          },
        },
      ],
    },
  }),
  flow(importChunkApplied, {
    summary: 'All lines of a part but the failures have taken effect.',
    key: '<execution_id>',
    producer: 'tracking-ingest',
    consumers: ['import-worker.count-applied'],
    example: {
      ...{ datamart_id, execution_id, chunk: 0, part: 0, total_success: 124 },
      failures: [{ line: 17, error_code: 'RESOURCE_NOT_FOUND', error: 'Resource Not Found' }],
    },
  }),
  flow(executionChanged, {
    summary: 'An execution has changed its status. For whoever follows executions; nobody does yet.',
    key: '<execution_id>',
    producer: 'import-worker',
    consumers: [],
    example: { datamart_id, execution_id, status: 'SUCCEEDED' },
  }),
];
