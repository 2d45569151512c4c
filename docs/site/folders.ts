/** Folder of the built site, for any static host, at the root of an origin. Relative to the project. */
export const SITE = 'docs/site/_site';
