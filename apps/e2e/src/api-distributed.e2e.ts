import { describe } from '@jest/globals';
import { api } from './api.js';
import { DistributedSuite } from './distributed-suite.js';

const suite = new DistributedSuite();

describe('the API of six processes', () =>
  api(
    () => suite.platform,
    () => suite.stores.databaseUrl,
  ));
