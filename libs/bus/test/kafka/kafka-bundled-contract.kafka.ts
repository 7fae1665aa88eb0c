import { describeBusContract } from '../contract/bus-contract.js';
import { kafkaUnderTest } from './kafka-harness.js';

describeBusContract('Kafka with bundles', kafkaUnderTest, { bundled: true });
