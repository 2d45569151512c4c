import { escapeHtml, escapeTemplate, quote, tag, type CodeFile } from './code-text.js';
import type { Attribute, Usage } from './element-usage.js';
import { slotsInHtml } from './slot-content.js';

/**
 * Frameworks set a property if the element has one of that name, and an attribute otherwise. Number properties need
 * numbers, so numbers are not written as strings. Objects and functions are passed by name, as properties.
 */
const DEFINE = "import 'payment-widget/define';";
export const IMPORTS = `${DEFINE}\nimport 'payment-widget/payment-widget.css';`;
const THANKS = 'document.title = `Thank you for ${detail.reference}`;';

const constants = ({ properties, submitListener }: Usage, indent = '') =>
  [...properties, ...(submitListener ? [{ name: 'check', code: submitListener }] : [])].map(
    ({ name, code }) => `${indent}const ${name} = ${code.replaceAll('\n', `\n${indent}`)};`,
  );

/** Text between tags where braces begin an expression. */
const inBraces = (text: string) => (/[{}&<>]/.test(text) ? `{${quote(text)}}` : text);

/** An attribute where a value in braces is an expression. */
const braced = (name: string, value: Attribute['value']) => {
  if (value === true) return name;
  if (typeof value === 'number') return `${name}={${value}}`;
  return /["'&{}<>\\\n\r]/.test(value) ? `${name}={${quote(value)}}` : `${name}="${value}"`;
};

export function react(usage: Usage): readonly CodeFile[] {
  const parts = [
    ...usage.attributes.map(({ property, value }) => braced(property, value)),
    ...usage.properties.map(({ name }) => `${name}={${name}}`),
    ...(usage.submitListener ? ['onpayment-submit={check}'] : []),
    'onpayment-success={paid}',
  ];
  const code = [
    IMPORTS,
    '',
    ...constants(usage),
    `function paid({ detail }) {\n  ${THANKS}\n}`,
    '',
    'export function Checkout() {',
    '  return (',
    tag('payment-widget', parts, '    ', slotsInHtml(usage.slots, inBraces).map(inJsx)),
    '  );',
    '}',
    '',
  ];
  return [{ name: 'checkout.jsx', code: code.join('\n') }];
}

const inJsx = (line: string) => line.replace('maxlength="200"', 'maxLength={200}');

export function vue(usage: Usage): readonly CodeFile[] {
  const parts = [
    ...usage.attributes.map(({ name, property, value }) => {
      if (value === true) return name;
      return typeof value === 'number' ? `:${property}.prop="${value}"` : `${name}="${escapeHtml(value)}"`;
    }),
    ...usage.properties.map(({ name }) => `:${name}.prop="${name}"`),
    ...(usage.submitListener ? ['@payment-submit="check"'] : []),
    '@payment-success="paid"',
  ];
  const slots = slotsInHtml(usage.slots, escapeHtml).map((line) => line.replace(/^<p (?=.*\{\{)/, '<p v-pre '));
  const code = [
    '<script setup>',
    IMPORTS,
    '',
    ...constants(usage),
    `function paid({ detail }) {\n  ${THANKS}\n}`,
    '</script>',
    '',
    '<template>',
    tag('payment-widget', parts, '  ', slots),
    '</template>',
    '',
  ];
  const config = [
    "import vue from '@vitejs/plugin-vue';",
    '',
    "const isCustomElement = (tag) => tag === 'payment-widget';",
    'export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };',
    '',
  ];
  return [
    { name: 'Checkout.vue', code: code.join('\n') },
    { name: 'vite.config.js', code: config.join('\n') },
  ];
}

/** Braces begin an expression there, and @ a block. */
const forAngular = (text: string) => escapeHtml(text).replace(/[{}@]/g, (char) => `&#${char.charCodeAt(0)};`);

export function angular(usage: Usage): readonly CodeFile[] {
  const parts = [
    ...usage.attributes.map(({ name, value }) => (value === true ? name : `${name}="${forAngular(String(value))}"`)),
    ...usage.properties.map(({ name }) => `[${name}]="${name}"`),
    ...(usage.submitListener ? ['(payment-submit)="check($event)"'] : []),
    '(payment-success)="paid($event)"',
  ];
  const code = [
    DEFINE,
    "import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';",
    `import type { ${usage.submitListener ? 'PaymentSubmitEvent, ' : ''}PaymentSuccessEvent } from 'payment-widget';`,
    '',
    '@Component({',
    "  selector: 'app-checkout',",
    '  schemas: [CUSTOM_ELEMENTS_SCHEMA],',
    '  template: `',
    escapeTemplate(tag('payment-widget', parts, '    ', slotsInHtml(usage.slots, forAngular))),
    '  `,',
    '})',
    'export class Checkout {',
    ...usage.properties.map(({ name, code: value }) => `  readonly ${name} = ${value.replaceAll('\n', '\n  ')};`),
    ...(usage.submitListener
      ? [
          `  readonly check = ${usage.submitListener.replace('(event)', '(event: PaymentSubmitEvent): void').replaceAll('\n', '\n  ')};`,
        ]
      : []),
    ...(usage.properties.length > 0 || usage.submitListener ? [''] : []),
    `  paid({ detail }: PaymentSuccessEvent): void {\n    ${THANKS}\n  }`,
    '}',
    '',
  ];
  const styles = '"styles": ["payment-widget/payment-widget.css"]\n';
  return [
    { name: 'checkout.component.ts', code: code.join('\n') },
    { name: 'angular.json', code: styles },
  ];
}

export function svelte(usage: Usage): readonly CodeFile[] {
  const parts = [
    ...usage.attributes.map(({ property, value }) => braced(property, value)),
    ...usage.properties.map(({ name }) => `${name}={${name}}`),
    ...(usage.submitListener ? ['onpayment-submit={check}'] : []),
    'onpayment-success={paid}',
  ];
  const code = [
    '<script>',
    `  ${IMPORTS.replace('\n', '\n  ')}`,
    '',
    ...constants(usage, '  '),
    `  function paid({ detail }) {\n    ${THANKS}\n  }`,
    '</script>',
    '',
    tag('payment-widget', parts, '', slotsInHtml(usage.slots, inBraces)),
    '',
  ];
  return [{ name: 'Checkout.svelte', code: code.join('\n') }];
}
