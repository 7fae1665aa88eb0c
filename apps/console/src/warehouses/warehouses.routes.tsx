import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

const warehousesRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'warehouses',
  component: lazyRouteComponent(() => import('./warehouses.page.js'), 'WarehousesPage'),
});

const warehouseRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'warehouses/$warehouse_id',
  component: lazyRouteComponent(() => import('./warehouse.page.js'), 'WarehousePage'),
});

export const warehousesRoutes = [warehousesRoute, warehouseRoute] as const;
