/** With a query, a module is another one to the build, which keeps only the export that its importer uses. */

declare module '*?optional' {
  export const optional: import('./i18n/messages.js').OptionalMessages;
}

declare module '*&regions' {
  const regions: typeof import('./card/regions.js');
  export = regions;
}
