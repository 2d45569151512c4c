import type { Package } from 'custom-elements-manifest/schema.js';

declare module '@custom-elements-manifest/analyzer' {
  export const ts: typeof import('typescript');
  export function create(options: {
    readonly modules: readonly import('typescript').SourceFile[];
    readonly plugins: readonly Plugin[];
    readonly context: { readonly dev: boolean };
  }): Package;
}
