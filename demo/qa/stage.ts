import type { PaymentWidget } from '../../src/index.js';
import { Network } from './network.js';
import { defaults, SETTINGS, type Setting, type Values } from './settings.js';

/** The element and the window of its frame. */
export interface Stage {
  readonly window: Window & typeof globalThis;
  readonly widget: PaymentWidget;
}

/** States in which the element accepts another order. */
const OPEN = ['loading', 'ready', 'failed'];

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** Applies the settings to the element in the frame. */
export class StageController {
  /** `undefined` while the frame loads, and on another page. */
  stage: Stage | undefined;
  readonly network = new Network();
  readonly #onElement: (stage: Stage) => void;
  #values: Values = defaults;

  /** @param onElement - called before the element is in its document, so that listeners get all of its events */
  constructor(onElement: (stage: Stage) => void) {
    this.#onElement = onElement;
  }

  /** Creates the element in a loaded frame. */
  load(window: Stage['window'], given: Values): void {
    this.#values = withOrigins(given);
    this.stage = undefined;
    this.network.watch(window);
    this.network.choose(given['scenario'] ?? '');
    if (window.customElements.get('payment-widget')) this.#make(window);
  }

  /** Applies changed settings. */
  apply(given: Values): void {
    const before = this.#values;
    const values = withOrigins(given);
    this.#values = values;
    if (values['strict'] !== before['strict']) this.stage = undefined; // another page loads
    if (!this.stage) return;
    const { widget, window } = this.stage;
    this.network.choose(values['scenario'] ?? '');
    const changed = SETTINGS.filter(({ name }) => values[name] !== before[name]);
    const isFinal = !OPEN.includes(widget.state);
    if (changed.some(({ name }) => (isFinal && name === 'reference') || name === 'isolated')) {
      widget.remove();
      this.#make(window);
      return;
    }
    for (const setting of changed) applySetting(setting, values[setting.name] ?? '', this.stage);
    applyPage(window.document, values);
  }

  #make(window: Stage['window']): void {
    const { document } = window;
    const widget = document.createElement('payment-widget');
    this.stage = { window, widget };
    applyPage(document, this.#values);
    for (const setting of SETTINGS) {
      const value = this.#values[setting.name] ?? '';
      if (value) applySetting(setting, value, this.stage);
    }
    this.#onElement(this.stage);
    (document.querySelector('main') ?? document.body).append(widget);
  }
}

/** Allows the bank of the sandbox, unless the tester names others. A proxy of the demo is also at the origin of the frame. */
function withOrigins(values: Values): Values {
  const { 'proxy-url': proxyUrl = '', isolated } = values;
  const isAtFrame = isolated === 'on' && proxyUrl.startsWith('/');
  return {
    ...values,
    'action-origins': values['action-origins'] || originOf('bank'),
    'proxy-url': isAtFrame ? originOf('pay') + proxyUrl : proxyUrl,
  };
}

/** An origin that the server has inserted in the page. There is no bank with a real service. */
export function originOf(name: 'bank' | 'pay'): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}-origin"]`)?.content ?? '';
}

function applyPage({ documentElement: root, head }: Document, { lang, dir, theme, colours }: Values): void {
  root.lang = lang || 'en';
  root.dir = dir || (RIGHT_TO_LEFT.includes(new Intl.Locale(root.lang).language) ? 'rtl' : 'ltr');
  root.dataset['theme'] = theme;
  root.dataset['colours'] = colours;
  // Also works on the strict page, which has no style sheet.
  head.querySelector('meta[name=color-scheme]')?.setAttribute('content', colours || 'light dark');
}

function applySetting({ name, kind, to }: Setting, value: string, { widget, window }: Stage): void {
  if (to === 'slot') fillSlot(widget, name, value);
  else if (to === 'property') {
    // Objects must be created in the frame, to have the prototypes of its realm.
    Reflect.set(widget, name, value === '' ? undefined : (window.JSON.parse(value) as unknown));
  } else if (to === 'attribute') {
    if (kind === 'flag') widget.toggleAttribute(name, value === 'on');
    else if (value === '') widget.removeAttribute(name);
    else widget.setAttribute(name, value);
  }
}

function fillSlot(widget: PaymentWidget, slot: string, text: string): void {
  const { ownerDocument: document } = widget;
  widget.querySelector(`:scope > [slot="${slot}"]`)?.remove();
  if (text === '') return;
  const content = document.createElement(slot === 'before-button' ? 'label' : 'p');
  content.slot = slot;
  if (slot === 'before-button') {
    content.append(Object.assign(document.createElement('input'), { type: 'checkbox', name: 'terms', required: true }));
  }
  content.append(text);
  widget.append(content);
}
