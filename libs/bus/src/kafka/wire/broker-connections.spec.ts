import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { StandInBroker } from '@tributary/testing/kafka/stand-in-broker';
import { Kafka, logLevel } from 'kafkajs';
import { BrokerConnections } from './broker-connections.js';

describe('connections to brokers', () => {
  const broker = new StandInBroker([0, 0]);
  let close = () => {};
  afterEach(() => {
    close();
    broker.stop();
  });

  it('ask again for a topic that is added while another question is under way, and once for all of these', async () => {
    const brokers = [`127.0.0.1:${await broker.start()}`];
    const logger = new Kafka({ brokers, logLevel: logLevel.NOTHING }).logger();
    const connections = new BrokerConnections({ brokers, clientId: 'app', logger, timeoutMs: 5_000, bundle: () => [] });
    close = () => connections.close();
    let answer = () => {};
    broker.hold = new Promise((resolve) => (answer = resolve));
    const first = connections.refresh(['a']);
    await eventually(() => expect(broker.asked).toEqual([['a']]));
    const later = [connections.refresh(['a', 'b']), connections.refresh(['a', 'c']), connections.refresh(['a'])];
    answer();
    await Promise.all([first, ...later]);
    expect(['a', 'b', 'c'].map((topic) => connections.leadersOf(topic))).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(broker.asked).toEqual([['a'], ['a', 'b', 'c']]);
  });
});
