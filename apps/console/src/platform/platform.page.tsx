import { Page } from '../components/page.js';

export function PlatformPage() {
  return <Page title="Platform">{null}</Page>;
}
