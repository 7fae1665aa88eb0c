import { createRequire } from 'node:module';
import type { KafkaConfig } from 'kafkajs';

/*
 * The modules of kafkajs that are not its public API, and only here (ADR 28). `producer.sendBatch` throws at the first
 * partition that fails and hides the outcome of the others, one partition without a leader makes kafkajs reject the
 * metadata of all, and only members of a group may commit its offsets (ADR 5). The version is pinned, and its maintainers
 * release no further one.
 */

/** The members that we use of each module below `kafkajs/src`. The spec names those that an upgrade has moved. */
export const usedMembers: Readonly<Record<string, readonly string[]>> = {
  broker: ['connect', 'isConnected', 'offsetCommit', 'offsetFetch'],
  cluster: ['connect', 'disconnect', 'findGroupCoordinator'],
  'network/connectionPool': ['destroy', 'send'],
  'network/requestQueue': ['scheduleCheckPendingRequests'],
  'network/socketFactory': [],
  'protocol/error': ['createErrorFromCode'],
  'protocol/requests': ['requests'],
  'protocol/requests/apiKeys': ['Fetch', 'ListOffsets', 'Metadata', 'Produce'],
};

const load = createRequire(import.meta.url);
/** @param name one of `usedMembers` */
export const loadModule = (name: string): unknown => load(`kafkajs/src/${name}`);

export type ApiName = 'Produce' | 'Metadata' | 'Fetch' | 'ListOffsets';

export interface Call {
  request: { encode(): Promise<{ buf: Buffer; buffer: Buffer }> };
  response: { decode(bytes: unknown): Promise<unknown>; parse(decoded: unknown): Promise<unknown> };
}

export interface Broker {
  isConnected(): boolean;
  connect(): Promise<void>;
  lookupRequest(apiKey: number, definition: unknown): (parameters: object) => Call;
}

export interface Cluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  findGroupCoordinator(group: { groupId: string }): Promise<Coordinator>;
}

/** The broker that has the offsets of a group. */
export interface Coordinator {
  offsetCommit(offsets: object): Promise<unknown>;
  /** All offsets of the group, if it names no topics. */
  offsetFetch(offsets: object): Promise<{ responses: { topic: string; partitions: { metadata: string | null }[] }[] }>;
}

export interface ConnectionPool {
  pool: { socket?: { destroy(): void }; rejectRequests(error: Error): void }[];
  send(call: Call): Promise<unknown>;
  destroy(): Promise<void>;
}

/** Each connection has one. */
export interface RequestQueue {
  pending: unknown[];
  scheduleCheckPendingRequests(): void;
}

export const Broker = loadModule('broker') as new (options: object) => Broker;
export const Cluster = loadModule('cluster') as new (options: object) => Cluster;
export const ConnectionPool = loadModule('network/connectionPool') as new (options: object) => ConnectionPool;
export const RequestQueue = loadModule('network/requestQueue') as new (options: object) => RequestQueue;
export const defaultSocketFactory = loadModule('network/socketFactory') as () => KafkaConfig['socketFactory'];
export const { requests } = loadModule('protocol/requests') as { requests: Record<ApiName, unknown> };
export const apiKeys = loadModule('protocol/requests/apiKeys') as Record<ApiName, number>;
export const { createErrorFromCode } = loadModule('protocol/error') as { createErrorFromCode: (code: number) => Error };
