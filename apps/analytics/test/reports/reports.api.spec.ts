import { checkReports } from './check-reports.js';

checkReports(() => ({}));
