import { Page } from '../components/page.js';

export function SegmentPage() {
  return <Page title="Segment">{null}</Page>;
}
