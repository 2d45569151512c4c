import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

export function minifyCss(name: string, css: string): string {
  return transform({ filename: name, code: Buffer.from(css), minify: true }).code.toString();
}

/** Minifies the style sheets in literals, which no minifier of scripts does. It saves 0.85 kB until a card is paid. */
export const minifyStyles: Plugin = {
  name: 'minify-styles',
  transform: {
    filter: { id: /\/src\/.+\.ts\b/, code: 'css`' },
    handler(code, id) {
      // The lines keep their numbers.
      const minify = (_: string, css: string) => `css\`${minifyCss(id, css)}\`` + css.replace(/[^\n]/g, '');
      return { code: code.replace(/\bcss`([^`]*)`/g, minify), map: null };
    },
  },
};

const BETWEEN_TAGS = /(?<=[>}`])\n\s*(?=[<$`])|\n\s*(?=\/?>)/g;
const BETWEEN_ATTRIBUTES = /\n\s*(?=[?@]?[\w-]+=)/g;

/** Removes the indentation of templates, which would be text between elements. It saves 0.15 kB until a card is paid. */
export const minifyTemplates: Plugin = {
  name: 'minify-templates',
  transform: {
    filter: { id: /\.template\.ts\b/ },
    handler: (code) => ({ code: code.replace(BETWEEN_TAGS, '').replace(BETWEEN_ATTRIBUTES, ' '), map: null }),
  },
};
