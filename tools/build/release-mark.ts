import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * `payment-widget.js` keeps its name, so a cache may have it of another release, whose exports mean something else. Then it lacks this
 * export, and files that import it do not load.
 */
export function releaseMark(): Plugin {
  let mark: string | undefined;
  return {
    name: 'release-mark',
    renderChunk(code, { name, imports }, _, { chunks }) {
      mark ??= `r${hashOf(chunks)}`;
      if (name === 'payment-widget') return { code: `${code}\nexport { PaymentWidget as ${mark} };`, map: null };
      if (!imports.includes('payment-widget.js')) return undefined;
      return { code: `${code}\nexport { ${mark} } from './payment-widget.js';`, map: null };
    },
  };
}

function hashOf(chunks: Readonly<Record<string, { modules: Record<string, { code: string | null }> }>>): string {
  const modules = Object.values(chunks).flatMap((chunk) => Object.values(chunk.modules));
  const hash = createHash('sha256').update(modules.map(({ code }) => code).join());
  return hash.digest('hex').slice(0, 8);
}
