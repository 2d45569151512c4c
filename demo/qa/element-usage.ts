import type { Values } from './settings-url.js';
import { toCode } from './code-text.js';
import { findPreset } from './function-presets.js';
import { directionOf, languageOf } from './page-settings.js';
import { OWN_PROXIES, settingOf, SETTINGS, type Setting } from './settings.js';

/** Placeholder for the demo's own proxy paths. */
export const PROXY_PATH = '/pay';

/** Placeholder for the proxy of an isolated form, which is of another origin. */
export const ISOLATED_PROXY = 'https://pay.shop.example/pay';

/** The element's attributes, properties and slots, independent of a framework. Defaults are left out. */
export interface Usage {
  readonly attributes: readonly Attribute[];
  readonly properties: readonly Property[];
  /** A listener for `payment-submit`, as a JavaScript expression. */
  readonly submitListener: string | undefined;
  readonly slots: { readonly header: string; readonly controls: readonly string[]; readonly footer: string };
}

export interface Attribute {
  /** Name in HTML. */
  readonly name: string;
  /** Name of the property. */
  readonly property: string;
  /** `true` for a boolean attribute; a number if the property is one. */
  readonly value: string | number | true;
}

export interface Property {
  readonly name: string;
  /** A JavaScript expression. */
  readonly code: string;
}

const NUMBERS = ['amount', 'min-amount', 'max-amount', 'request-timeout'];

export function usageOf(values: Values): Usage {
  // The proxy URL comes first.
  const given = [settingOf('proxy-url'), ...SETTINGS.filter(({ name }) => name !== 'proxy-url')].filter(
    ({ name }) => values[name],
  );
  return {
    attributes: [
      ...given.flatMap((setting) => toAttribute(setting, values[setting.name] ?? '', values)),
      ...language(values),
    ],
    properties: given.flatMap((setting) => toProperty(setting, values[setting.name] ?? '')),
    submitListener: findPreset('payment-submit', values['payment-submit'] ?? '')?.code,
    slots: {
      header: values['slot-header'] ?? '',
      controls: (values['slot-before-button'] ?? '').split(' ').filter(Boolean),
      footer: values['slot-footer'] ?? '',
    },
  };
}

function toAttribute({ to, kind }: Setting, value: string, { isolated }: Values): Attribute[] {
  if (!('attribute' in to)) return [];
  const name = to.attribute;
  const property = name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
  if (kind === 'flag') return [{ name, property, value: true }];
  if (NUMBERS.includes(name) && /^\d{1,15}$/.test(value)) return [{ name, property, value: Number(value) }];
  const isOwn = name === 'proxy-url' && OWN_PROXIES.some(([path]) => path === value);
  return [{ name, property, value: isOwn ? (isolated ? ISOLATED_PROXY : PROXY_PATH) : value }];
}

/** `lang` and `dir`, which a page in one language would set on `<html>`. */
function language(values: Values): Attribute[] {
  const [lang, dir] = [languageOf(values), directionOf(values)];
  return [
    ...(lang === 'en' ? [] : [{ name: 'lang', property: 'lang', value: lang }]),
    ...(dir === 'ltr' && !values['dir'] ? [] : [{ name: 'dir', property: 'dir', value: dir }]),
  ];
}

function toProperty({ to, kind }: Setting, value: string): Property[] {
  if (!('property' in to)) return [];
  const name = to.property;
  if (kind === 'json') return [{ name, code: toCode(JSON.parse(value)) }];
  const code = findPreset(name, value)?.code;
  return code === undefined ? [] : [{ name, code }];
}
