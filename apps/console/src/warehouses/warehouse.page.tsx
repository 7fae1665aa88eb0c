import { Page } from '../components/page.js';

export function WarehousePage() {
  return <Page title="Warehouse">{null}</Page>;
}
