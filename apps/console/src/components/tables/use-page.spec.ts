import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { readPageSearch } from '../paging.js';
import { usePage } from './use-page.js';

/** The page that a list has read from its address, and the addresses after a step to another one. */
async function pagesAt(address: string) {
  let paging = { page: NaN, onPage: (_page: number, _replace?: boolean): void => undefined };
  const List = () => {
    paging = usePage();
    return null;
  };
  const root = createRootRoute();
  const validateSearch = (search: Record<string, unknown>) => ({ ...readPageSearch(search), text: search['text'] });
  const list = createRoute({ getParentRoute: () => root, path: 'd/$id/list', validateSearch, component: List });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([list]), history });
  // Without a window the router goes nowhere.
  const visited: [href: string, replace: boolean | undefined][] = [];
  router.navigate = (to) => Promise.resolve(void visited.push([router.buildLocation(to as never).href, to.replace]));
  await router.load();
  renderToString(createElement(RouterProvider, { router } as never));
  return { paging, visited };
}

it('the page of a list is that of its address, by default the first', async () => {
  expect((await pagesAt('/d/7/list?page=3')).paging.page).toBe(3);
  expect((await pagesAt('/d/7/list')).paging.page).toBe(1);
});

it('another page is an address of the same list, with its other search parameters', async () => {
  const { paging, visited } = await pagesAt('/d/7/list?page=3&text=shoes');
  paging.onPage(4);
  paging.onPage(2, true);
  expect(visited).toEqual([
    ['/d/7/list?page=4&text=shoes', false],
    ['/d/7/list?page=2&text=shoes', true],
  ]);
});
