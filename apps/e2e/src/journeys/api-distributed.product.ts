import { describe } from '@jest/globals';
import { api } from './api-journeys.js';
import { DistributedSuite } from '../suite/distributed-suite.js';

const suite = new DistributedSuite();

describe('the API of seven processes', () =>
  api(
    () => suite.platform,
    () => suite.stores.databaseUrl,
  ));
