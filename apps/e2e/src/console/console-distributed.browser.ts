import { describe } from '@jest/globals';
import { DistributedSuite } from '../suite/distributed-suite.js';
import { consolePages } from './console-pages.js';

const suite = new DistributedSuite();

describe('the console of seven processes', () => consolePages(() => suite.platform));
