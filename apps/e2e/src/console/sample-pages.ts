import type { Sample } from './sample-data.js';

/** The address of each page of the console, with the sample's resources, by the name of its picture. */
export function pagesOf(sample: Sample): [name: string, path: string][] {
  const home = `/d/${sample.datamart_id}`;
  const person = `people/${sample.person}`;
  const below = {
    send: 'send',
    live: 'live',
    'live-refused': 'live?tab=refused',
    trace: `activities/${sample.activity}`,
    people: 'people',
    'person-activities': person,
    'person-identifiers': `${person}?tab=identifiers`,
    'person-profiles': `${person}?tab=profiles`,
    'person-choices': `${person}?tab=choices`,
    'person-segments': `${person}?tab=segments`,
    segments: 'segments',
    segment: `segments/${sample.segment}`,
    imports: 'imports',
    'import-new': 'imports/new',
    import: `imports/${sample.import}`,
    'import-execution': `imports/${sample.import}/${sample.execution}`,
    reports: 'reports',
    dashboards: 'dashboards',
    dashboard: `dashboards/${sample.dashboard}`,
    'dashboard-edit': `dashboards/${sample.dashboard}/edit`,
    platform: 'platform',
    warehouses: 'warehouses',
    warehouse: `warehouses/${sample.warehouse}`,
    channels: 'channels',
    channel: `channels/${sample.channel}`,
    events: 'events',
    'collect-keys': 'collect-keys',
    audit: 'audit',
    compartments: 'compartments',
    processings: 'processings',
    analyzers: 'analyzers',
    analyzer: `analyzers/${sample.analyzer}`,
    plugins: 'plugins',
    plugin: `plugins/${sample.plugin}`,
    'plugin-version': `plugins/${sample.plugin}/${sample.version}`,
    users: 'access/users',
    user: `access/users/${sample.user}`,
    tokens: `access/tokens?user=${sample.user}`,
    accounts: 'access/accounts?people=true',
    keys: `access/keys?user=${sample.user}`,
  };
  return [
    ['home', home],
    ...Object.entries(below).map(([name, path]): [string, string] => [name, `${home}/${path}`]),
    ['organisations', '/organisations'],
    ['unknown', '/no/such/page'],
  ];
}

/** @param name one of the names of `pagesOf` */
export const pathOf = (sample: Sample, name: string): string => new Map(pagesOf(sample)).get(name) ?? '';

/** Addresses of pages that need no session. */
export const signedOutPages: [name: string, path: string][] = [
  ['sign-in', '/sign-in'],
  ['invitation', '/invitation#tbi_unknown'],
];

/** Leads to another page at once. */
const withoutPage = new Set(['/']);

/**
 * The routes of the console that none of the paths opens.
 *
 * @param routes such as `/d/$datamart_id/people/$selector`
 */
export function unvisitedRoutes(routes: string[], paths: string[]): string[] {
  const opened = new Set(paths.map((path) => routeOf(routes, path.split(/[?#]/)[0] ?? '')));
  return routes.filter((route) => !withoutPage.has(route) && !opened.has(route));
}

/** The router prefers a fixed part to a parameter, from left to right, and takes the last for what fits none. */
function routeOf(routes: string[], path: string): string | undefined {
  const parts = path.split('/');
  const fits = (route: string) => {
    const names = route.split('/');
    return names.length === parts.length && names.every((name, at) => name.startsWith('$') || name === parts[at]);
  };
  return (
    routes.filter(fits).toSorted((a, b) => a.split('$').length - b.split('$').length)[0] ??
    routes.find((route) => route === '/$')
  );
}
