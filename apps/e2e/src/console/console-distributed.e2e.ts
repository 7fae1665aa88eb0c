import { describe } from '@jest/globals';
import { DistributedSuite } from '../suite/distributed-suite.js';
import { consoleJourneys } from './console-journeys.js';

const suite = new DistributedSuite();

describe('the console of seven processes', () => consoleJourneys(() => suite.platform));
