import { lawRuns } from '@tributary/testing/config';
import { checkConvergence } from './check-convergence.js';
import { openStore } from '../stores.js';

checkConvergence(openStore, lawRuns(6));
