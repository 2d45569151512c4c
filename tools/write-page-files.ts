import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { formHtml } from 'payment-widget/form-html';

/** Writes the style sheets of `dist/browser`, the form for the HTML of a page, and the licence of data that is no bundled package. */

const write = (name: string, content: string) => {
  writeFileSync(`dist/browser/${name}`, content);
};
/** @param sources - names of style sheets in src/element */
const writeStyles = (filename: string, ...sources: readonly string[]) => {
  const code = Buffer.concat(sources.map((name) => readFileSync(`src/element/${name}`)));
  writeFileSync(`dist/browser/${filename}`, transform({ filename, code, minify: true }).code);
};

writeStyles('payment-widget.css', 'payment-widget.css');
writeStyles('form.css', 'form.css', 'sent-form.css');
write('form.html', `${await formHtml()}\n`);
appendFileSync('dist/browser/THIRD-PARTY.txt', readFileSync('tools/address-data-notice.txt', 'utf8'));
