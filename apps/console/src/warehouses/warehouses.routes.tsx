import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';

const warehousesRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'warehouses',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./warehouses.page.js'), 'WarehousesPage'),
});

interface WarehouseSearch {
  include_disappeared?: true;
  search?: string;
  /** The id of the element in the panel. */
  element?: string;
}

const warehouseRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'warehouses/$warehouse_id',
  validateSearch: ({ include_disappeared, search, element }: Record<string, unknown>): WarehouseSearch => ({
    ...(include_disappeared === true && { include_disappeared }),
    // The router reads a number from the address as a number.
    ...((typeof search === 'string' || typeof search === 'number') && search !== '' && { search: String(search) }),
    ...(typeof element === 'string' && { element }),
  }),
  component: lazyRouteComponent(() => import('./warehouse.page.js'), 'WarehousePage'),
});

export const warehousesRoutes = [warehousesRoute, warehouseRoute] as const;
