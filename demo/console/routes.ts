export interface Route {
  /** Behind `#/`. */
  readonly path: string;
  readonly page: 'overview' | 'credentials' | 'webhooks' | 'settings' | 'documentation';
  /** The page's name, in the navigation and in the title. */
  readonly name: string;
  /** Which requests the overview lists. */
  readonly view?: 'all' | 'live' | 'test';
  /** What the title says more. */
  readonly detail?: string;
}

const OVERVIEW: Route = { path: '', page: 'overview', name: 'Overview', view: 'all' };

export const VIEWS: readonly Route[] = [
  OVERVIEW,
  { path: 'live', page: 'overview', name: 'Overview', view: 'live', detail: 'Live requests' },
  { path: 'test', page: 'overview', name: 'Overview', view: 'test', detail: 'Test requests' },
];

/** What the navigation lists. */
export const PAGES: readonly Route[] = [
  OVERVIEW,
  { path: 'credentials', page: 'credentials', name: 'API Credentials' },
  { path: 'webhooks', page: 'webhooks', name: 'Webhooks' },
  { path: 'settings', page: 'settings', name: 'Developer settings' },
  { path: 'documentation', page: 'documentation', name: 'Documentation' },
];

/** What a hash such as `#/webhooks` means; whatever it does not know is the overview. */
export function routeOf(hash: string): Route {
  const path = hash.replace(/^#\/?/, '');
  return [...VIEWS, ...PAGES].find((route) => route.path === path) ?? OVERVIEW;
}

export function titleOf({ name, detail }: Route): string {
  return [detail, name, 'Sandbox console'].filter((part) => part !== undefined).join(' · ');
}
