/** The build for browsers comes without types of its own. */
declare module '@guidepup/virtual-screen-reader/browser.js' {
  export * from '@guidepup/virtual-screen-reader';
}
