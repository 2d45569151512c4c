import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { styles } from 'payment-widget/element/styles';
import { formHtml } from 'payment-widget/form-html';
import { minifyCss } from './build/minify-literals.js';

/** Writes the style sheets of `dist/browser`, the form for the HTML of a page, and the licence of data that is no bundled package. */

const write = (name: string, content: string) => {
  writeFileSync(`dist/browser/${name}`, content);
};
const readStyles = (name: string) => readFileSync(`src/element/${name}`, 'utf8');

write('payment-widget.css', minifyCss('payment-widget.css', readStyles('payment-widget.css')));
write('form.css', minifyCss('form.css', styles.cssText + readStyles('sent-form.css')));
write('form.html', `${await formHtml()}\n`);
appendFileSync('dist/browser/THIRD-PARTY.txt', readFileSync('tools/address-data-notice.txt', 'utf8'));
