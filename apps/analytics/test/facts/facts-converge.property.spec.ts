import { checkConvergence } from './check-convergence.js';
import { openStore } from '../stores.js';

checkConvergence(openStore, 20);
