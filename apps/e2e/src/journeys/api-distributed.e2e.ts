import { describe } from '@jest/globals';
import { api } from './api-journeys.js';
import { DistributedSuite } from '../suite/distributed-suite.js';

const suite = new DistributedSuite();

describe('the API of six processes', () =>
  api(
    () => suite.platform,
    () => suite.stores.databaseUrl,
  ));
