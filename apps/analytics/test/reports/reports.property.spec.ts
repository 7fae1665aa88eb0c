import { lawRuns } from '@tributary/testing/law-runs';
import { compareReports } from './compare-reports.js';
import { openStore } from '../stores.js';

compareReports(openStore, { reports: lawRuns(40), negations: lawRuns(15), days: lawRuns(10) });
