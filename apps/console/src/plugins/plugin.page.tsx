import { Page } from '../components/page.js';

export function PluginPage() {
  return <Page title="Plugin">{null}</Page>;
}
