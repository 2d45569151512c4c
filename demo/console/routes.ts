export interface Route {
  /** The part after `#/`. */
  readonly path: string;
  readonly page: 'overview' | 'credentials' | 'webhooks' | 'settings' | 'documentation';
  /** Name in the navigation and the title. */
  readonly name: string;
  /** Filter of the request list. */
  readonly view?: 'all' | 'live' | 'test';
  /** Prefix of the title. */
  readonly detail?: string;
}

const OVERVIEW: Route = { path: '', page: 'overview', name: 'Overview', view: 'all' };

export const VIEWS: readonly Route[] = [
  OVERVIEW,
  { path: 'live', page: 'overview', name: 'Overview', view: 'live', detail: 'Live requests' },
  { path: 'test', page: 'overview', name: 'Overview', view: 'test', detail: 'Test requests' },
];

/** Pages in the navigation. */
export const PAGES: readonly Route[] = [
  OVERVIEW,
  { path: 'credentials', page: 'credentials', name: 'API Credentials' },
  { path: 'webhooks', page: 'webhooks', name: 'Webhooks' },
  { path: 'settings', page: 'settings', name: 'Developer settings' },
  { path: 'documentation', page: 'documentation', name: 'Documentation' },
];

/** Finds the route for a hash such as `#/webhooks`. Defaults to the overview. */
export function routeOf(hash: string): Route {
  const path = hash.replace(/^#\/?/, '');
  return [...VIEWS, ...PAGES].find((route) => route.path === path) ?? OVERVIEW;
}

export function titleOf({ name, detail }: Route): string {
  return [detail, name, 'Sandbox console'].filter((part) => part !== undefined).join(' · ');
}
