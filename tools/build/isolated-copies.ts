import type { Plugin } from 'vite';

const COPY = '?isolated';

/**
 * Gives the page's side of isolated mode copies of the modules that it shares with the card form: else its pages would load the card
 * form for them. Hints are loaded for themselves, and stay one file.
 */
export const isolatedCopies: Plugin = {
  name: 'isolated-copies',
  enforce: 'pre',
  async resolveId(id, importer = '', options) {
    const isEntry = id.endsWith('/isolated-form.js');
    if (id.endsWith('/setup-hints.js') || id.includes('.css') || !(isEntry || importer.endsWith(COPY)))
      return undefined;
    const found = await this.resolve(id, importer.replace(COPY, ''), { ...options, skipSelf: true });
    return found && { ...found, id: found.id + COPY };
  },
};
