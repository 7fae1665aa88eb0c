import { describe } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { agentsJourney } from '../agents/agents-journey.js';
import { type ExamplePlugin, exampleDouble } from '../plugins/example-plugin.js';
import { accessJourney } from './journey-access.js';
import { botsJourney } from './journey-bots.js';
import { consentJourney } from './journey-consent.js';
import { compartmentsJourney } from './journey-compartments.js';
import { dashboardsJourney } from './journey-dashboards.js';
import { idsJourney } from './journey-ids.js';
import { importsJourney } from './journey-imports.js';
import { inputsJourney } from './journey-inputs.js';
import { junkExceptionsJourney } from './journey-junk-exceptions.js';
import { pagesJourney } from './journey-pages.js';
import { pluginsJourney } from './journey-plugins.js';
import { processingsJourney } from './journey-processings.js';
import { refusalsJourney } from './journey-refusals.js';
import { reportsJourney } from './journey-reports.js';
import { segmentsJourney } from './journey-segments.js';
import { trackingJourney } from './journey-tracking.js';
import { warehousesJourney } from './journey-warehouses.js';

/**
 * The API journeys that every shape of the platform must pass.
 *
 * @param examples plugins that run on the machine of the suite; none if the platform may not call it
 * @param host address of that machine, as the platform sees it
 */
export function api(
  platform: () => Platform,
  databaseUrl: () => string,
  { examples = [exampleDouble], host = '127.0.0.1' }: { examples?: ExamplePlugin[]; host?: string } = {},
): void {
  describe('access', () => accessJourney(platform));
  describe('tracking', () => trackingJourney(platform));
  describe('web pages', () => pagesJourney(platform));
  describe('bots', () => botsJourney(platform));
  describe('refused activities', () => refusalsJourney(platform));
  describe('inputs of the world', () => inputsJourney(platform));
  describe('exceptions of the junk list', () => junkExceptionsJourney(platform));
  describe('compartments', () => compartmentsJourney(platform));
  describe('reports', () => reportsJourney(platform));
  describe('imports', () => importsJourney(platform));
  describe('ids of activities', () => idsJourney(platform));
  describe('consent', () => consentJourney(platform));
  describe('processings of a channel', () => processingsJourney(platform));
  describe('audience segments', () => segmentsJourney(platform));
  describe('dashboards and throttlings', () => dashboardsJourney(platform));
  if (examples.length > 0) describe('plugins', () => pluginsJourney(platform, host, examples));
  describe('agents', () => agentsJourney(platform));
  describe('data warehouses', () => warehousesJourney(platform, databaseUrl));
}
