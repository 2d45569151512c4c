import type { Plugin } from 'vite';
import { TRUSTED_TYPES_POLICY } from '../strict-page.js';

/** What is different in the Lit of the script: code, and what is in its place. */
const CHANGES = new Map([
  // A page that lists its policies allows each name once, and may use Lit itself. A second copy of the script creates no policy.
  [
    's?s.createPolicy("lit-html",',
    `s&&!customElements.get("payment-widget")?s.createPolicy("${TRUSTED_TYPES_POLICY}",`,
  ],
  // Our style sheets do not cause this error.
  ['throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.")', 'throw Error()'],
]);

/** Changes the bundled Lit, or stops the build if it lacks what is to be changed. */
export function changeLit(): Plugin {
  const missing = new Set(CHANGES.keys());
  return {
    name: 'change-lit',
    transform: {
      filter: { id: /\/node_modules\/(lit-html|@lit)\// },
      handler(code) {
        const found = [...CHANGES].filter(([before]) => code.includes(before));
        for (const [before] of found) missing.delete(before);
        return { code: found.reduce((result, [before, after]) => result.replace(before, after), code), map: null };
      },
    },
    buildEnd() {
      for (const code of missing) this.error(`Lit lacks ${code} Adapt tools/build/change-lit.ts to this version.`);
    },
  };
}
