import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TestRunnerPlugin } from '@web/test-runner';

const ROOT = join(import.meta.dirname, '../..');
const COMMONJS = /^\/node_modules\/(card-validator|credit-card-type)\/.*\.js$/;
const require = createRequire(import.meta.url);

/** Makes ES modules of the CommonJS packages that the source imports. A bundler does that, the test server does not. */
export const commonjsPlugin: TestRunnerPlugin = {
  name: 'commonjs',
  async serve({ path }) {
    if (!COMMONJS.test(path)) return undefined;
    const file = join(ROOT, path);
    const source = await readFile(file, 'utf8');
    const names = Object.keys(require(file) as object).filter((name) => /^\w+$/.test(name));
    return { type: 'js', body: toEsModule(source, names) };
  },
};

function toEsModule(source: string, names: string[]): string {
  const ids = [...new Set(Array.from(source.matchAll(/require\("([^"]+)"\)/g), ([, id]) => `"${id ?? ''}"`))];
  return `
${ids.map((id, index) => `import import${index} from ${id};`).join('\n')}
const imports = { ${ids.map((id, index) => `${id}: import${index}`).join(', ')} };
const module = { exports: {} };
(function (module, exports, require) {
${source}
})(module, module.exports, (id) => imports[id]);
export default module.exports;
${names.map((name) => `export const ${name} = module.exports.${name};`).join('\n')}
`;
}
