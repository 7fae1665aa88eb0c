import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';
import { readPluginFilters, type PluginFilters } from './read-plugin-search.js';

const pluginsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'plugins',
  validateSearch: (search: Record<string, unknown>): PluginFilters & { page?: number } => ({
    ...readPageSearch(search),
    ...readPluginFilters(search),
  }),
  component: lazyRouteComponent(() => import('./plugins.page.js'), 'PluginsPage'),
});

const pluginRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'plugins/$plugin_id',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./plugin.page.js'), 'PluginPage'),
});

const pluginVersionRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'plugins/$plugin_id/$version_id',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./plugin-version.page.js'), 'PluginVersionPage'),
});

export const pluginsRoutes = [pluginsRoute, pluginRoute, pluginVersionRoute] as const;
