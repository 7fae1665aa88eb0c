import { Page } from '../components/page.js';

export function PluginVersionPage() {
  return <Page title="Plugin version">{null}</Page>;
}
