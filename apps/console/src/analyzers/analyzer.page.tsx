import { Page } from '../components/page.js';

export function AnalyzerPage() {
  return <Page title="Analyzer">{null}</Page>;
}
