import { compareReports } from './compare-reports.js';
import { openStore } from '../stores.js';

compareReports(openStore);
