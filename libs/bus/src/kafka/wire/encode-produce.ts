import type { Message } from 'kafkajs';
import type { PartitionRecords } from '../../publishing/cluster.js';
import { encodeRecordBatch } from './record-batch.js';

/** The body of a Produce request, versions 3 to 7. */
export function encodeProduce(timeoutMs: number, batches: PartitionRecords<Message>[]): Buffer {
  const head = Buffer.alloc(12);
  head.writeInt16BE(-1, 0); // no transactional id
  head.writeInt16BE(-1, 2); // acks: all in-sync replicas
  head.writeInt32BE(timeoutMs, 4);
  const parts: Buffer[] = [head];
  const topics = Map.groupBy(batches, ({ topic }) => topic);
  head.writeInt32BE(topics.size, 8);
  for (const [topic, ofTopic] of topics) parts.push(topicHead(topic, ofTopic.length), ...ofTopic.flatMap(partitionOf));
  return Buffer.concat(parts);
}

function topicHead(topic: string, partitions: number): Buffer {
  const length = Buffer.byteLength(topic);
  const head = Buffer.alloc(2 + length + 4);
  head.writeInt16BE(length, 0);
  head.write(topic, 2);
  head.writeInt32BE(partitions, 2 + length);
  return head;
}

function partitionOf({ partition, records }: PartitionRecords<Message>): Buffer[] {
  const batch = encodeRecordBatch(records);
  const head = Buffer.alloc(8);
  head.writeInt32BE(partition, 0);
  head.writeInt32BE(batch.length, 4);
  return [head, batch];
}
