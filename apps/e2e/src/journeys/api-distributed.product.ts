import { describe } from '@jest/globals';
import { sdkExamples } from '../plugins/public-example.js';
import { api } from './api-journeys.js';
import { DistributedSuite } from '../suite/distributed-suite.js';

const suite = new DistributedSuite();

describe('the API of seven processes', () =>
  api(
    () => suite.platform,
    () => suite.stores.databaseUrl,
    { examples: sdkExamples },
  ));
