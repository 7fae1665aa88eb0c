import { Page } from '../components/page.js';

export function WarehousesPage() {
  return <Page title="Warehouses">{null}</Page>;
}
