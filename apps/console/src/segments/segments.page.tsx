import { Page } from '../components/page.js';

export function SegmentsPage() {
  return <Page title="Segments">{null}</Page>;
}
