import { Page } from '../components/page.js';

export function AnalyzersPage() {
  return <Page title="Analyzers">{null}</Page>;
}
