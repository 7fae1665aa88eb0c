import { lawRuns } from '@tributary/testing/config';
import { compareReports } from './compare-reports.js';
import { openStore } from '../stores.js';

compareReports(openStore, { reports: lawRuns(20), negations: lawRuns(8), days: lawRuns(5) });
