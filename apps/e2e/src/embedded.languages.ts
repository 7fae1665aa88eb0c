import { describe } from '@jest/globals';
import { cliTerminal } from './cli/cli-terminal.js';
import { documentCalls } from './guide/document-calls.js';
import { pluginsJourney } from './journeys/journey-plugins.js';
import { clientPackages } from './languages/client-packages.js';
import { languagePages } from './languages/language-pages.js';
import { sdkExamples } from './plugins/public-example.js';
import { EmbeddedSuite } from './suite/embedded-suite.js';

describe('after the first start', () => {
  const suite = new EmbeddedSuite();

  describe('docs/api-guide.md', () => documentCalls(suite, 'docs/api-guide.md', 0));
  // With the one datamart of the first start, which the CLI takes without being asked.
  describe('the CLI', () => cliTerminal(() => suite.platform));
  describe('docs/clients', () => languagePages(suite));
  clientPackages(suite);
  describe('plugins of the SDK', () => pluginsJourney(() => suite.platform, '127.0.0.1', sdkExamples));
});

// These documents and the one above create the same resources. The README counts those of the first start.
describe('after another first start', () => {
  const suite = new EmbeddedSuite();

  describe('README.md', () => documentCalls(suite, 'README.md', 2));
  describe('docs/web-pages.md', () => documentCalls(suite, 'docs/web-pages.md', 0));
  describe('docs/tracking-plan.md', () => documentCalls(suite, 'docs/tracking-plan.md', 0));
  describe('docs/datamart.md', () => documentCalls(suite, 'docs/datamart.md', 0));
  // The live feed is a stream that does not end.
  describe('docs/collecting.md', () => documentCalls(suite, 'docs/collecting.md', 1));
  // They start the programs of the page, and install the SDK.
  describe('docs/plugins.md', () => documentCalls(suite, 'docs/plugins.md', 4));
});
