import { describe, expect, it } from '@jest/globals';
import { unvisitedRoutes } from './sample-pages.js';

const routes = [
  '/',
  '/d/$datamart_id',
  '/d/$datamart_id/imports/new',
  '/d/$datamart_id/imports/$import_id',
  '/sign-in',
];

describe('unvisitedRoutes', () => {
  it('names none if each route has a path', () =>
    expect(unvisitedRoutes(routes, ['/d/1', '/d/1/imports/new?type=a', '/d/1/imports/7', '/sign-in#token'])).toEqual(
      [],
    ));

  it('names each page without a path', () =>
    expect(unvisitedRoutes(routes, ['/d/1'])).toEqual([
      '/d/$datamart_id/imports/new',
      '/d/$datamart_id/imports/$import_id',
      '/sign-in',
    ]));

  it('has the route of all other addresses, if one of them is opened', () => {
    expect(unvisitedRoutes(['/d/$datamart_id', '/$'], ['/d/1', '/no/such/page'])).toEqual([]);
    expect(unvisitedRoutes(['/d/$datamart_id', '/$'], ['/d/1'])).toEqual(['/$']);
  });

  it('takes a fixed part for no parameter', () =>
    expect(unvisitedRoutes(routes, ['/d/1', '/d/1/imports/new', '/sign-in'])).toEqual([
      '/d/$datamart_id/imports/$import_id',
    ]));
});
