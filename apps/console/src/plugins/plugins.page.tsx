import { Page } from '../components/page.js';

export function PluginsPage() {
  return <Page title="Plugins">{null}</Page>;
}
