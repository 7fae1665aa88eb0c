import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

const pluginsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'plugins',
  component: lazyRouteComponent(() => import('./plugins.page.js'), 'PluginsPage'),
});

const pluginRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'plugins/$plugin_id',
  component: lazyRouteComponent(() => import('./plugin.page.js'), 'PluginPage'),
});

const pluginVersionRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'plugins/$plugin_id/$version_id',
  component: lazyRouteComponent(() => import('./plugin-version.page.js'), 'PluginVersionPage'),
});

export const pluginsRoutes = [pluginsRoute, pluginRoute, pluginVersionRoute] as const;
