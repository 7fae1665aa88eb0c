import { describeTopic, type TopicDescription } from './topic-description.js';
import { chunkParsed, chunkRequested, executionChanged, importChunkApplied } from './topics.js';

const datamart_id = '1';
const execution_id = '42';

/** The messages between import-worker and tracking-ingest while a file is imported. */
export const importTopics: TopicDescription[] = [
  describeTopic(chunkRequested, {
    summary: 'A chunk of a file, on line boundaries, is ready to be parsed by any worker.',
    key: '<execution_id>',
    producers: ['import-worker'],
    consumers: ['import-worker.parse-chunks'],
    example: { datamart_id, execution_id, chunk: 0, requested_date: 1_795_261_991_709 },
  }),
  describeTopic(chunkParsed, {
    summary: 'A batch of valid lines of an execution, ready to be applied.',
    key: '<execution_id>/<shard>',
    producers: ['import-worker'],
    consumers: ['tracking-ingest.apply-import-chunks'],
    example: {
      datamart_id,
      execution_id,
      chunk: 0,
      batch: 0,
      shard: 0,
      creation_ts: 1_795_261_991_709,
      lines: [
        {
          line: 1,
          operation: {
            kind: 'update_segment',
            identifier: { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'a-1' },
            segment_id: 'buyers',
            expiration_ts: null,
          },
        },
      ],
    },
  }),
  describeTopic(importChunkApplied, {
    summary: 'All lines of a batch except the failures have been applied.',
    key: '<execution_id>',
    producers: ['tracking-ingest'],
    consumers: ['import-worker.count-applied'],
    example: {
      datamart_id,
      execution_id,
      chunk: 0,
      batch: 0,
      total_success: 124,
      total_refused_by_choice: 0,
      failures: [{ line: 17, error_code: 'RESOURCE_NOT_FOUND', error: 'Resource Not Found' }],
    },
  }),
  describeTopic(executionChanged, {
    summary: 'The status of an execution has changed. There is no consumer yet.',
    key: '<execution_id>',
    producers: ['import-worker'],
    consumers: [],
    example: { datamart_id, execution_id, status: 'SUCCEEDED' },
  }),
];
