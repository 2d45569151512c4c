import { minifySync, type Plugin } from 'vite';

/** Pages without a bundler load the languages as they are, so they are small. Texts alone, they need no source map. */
export const smallLocales: Plugin = {
  name: 'small-locales',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.name.startsWith('locales/')) continue;
      const { code } = minifySync(file.fileName, file.code, { module: true });
      file.code = code.replace(/^var (\w+)=(.*);export\{\1 as default\};$/s, 'export default$2');
      Reflect.deleteProperty(bundle, `${file.fileName}.map`);
    }
  },
};
