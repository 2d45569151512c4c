import type { Plugin } from 'vite';
import { TRUSTED_TYPES_POLICY } from './strict-page.js';

const LIT_POLICY = 'createPolicy("lit-html"';

/** Gives the bundled Lit a Trusted Types policy of its own: a page that lists its policies allows each name once, and may use Lit itself. */
export function privateLit(): Plugin {
  return {
    name: 'private-lit',
    transform(code, id) {
      if (!id.endsWith('/lit-html/lit-html.js')) return undefined;
      if (!code.includes(LIT_POLICY)) this.error(`${id} lacks ${LIT_POLICY}. Adapt the build to this version of Lit.`);
      return { code: code.replace(LIT_POLICY, `createPolicy("${TRUSTED_TYPES_POLICY}"`), map: null };
    },
  };
}
