import type { FieldName } from 'payment-widget/contract/field-names';
import { INPUT_IDS } from 'payment-widget/contract/fields';
import type { PaymentWidget } from 'payment-widget';
import { directionOf } from '../shop/appearance.js';
import { defaults, SETTINGS, type Setting, type Values } from './settings.js';
import { PAGE_NETWORKS } from 'payment-widget-testing/sandbox/page-network';
import { scenarioOfCard, type ScenarioId } from 'payment-widget-testing/sandbox/scenarios';
import type { Fill } from './fill-data.js';

/** Simulates the network of the page in the scenarios that happen there, once the form is ready. */
class Network {
  #window: (Window & typeof globalThis) | undefined;
  #fetch = fetch;
  #chosen = '';
  #typed = '';

  get #scenario(): string {
    return this.#chosen || this.#typed;
  }

  get isOffline(): boolean {
    return this.#scenario === 'offline';
  }

  /** Sets the selected scenario. Without one, the typed card decides. */
  choose(scenario: string): void {
    this.#chosen = scenario;
    this.#apply();
  }

  /** Watches the card number in a frame. Compares it at once and stores nothing. */
  watch(window: Window & typeof globalThis): void {
    this.#window = window;
    this.#fetch = window.fetch.bind(window);
    this.#typed = '';
    const listen = (event: Event) => {
      const [input] = event.composedPath() as [Partial<HTMLInputElement>];
      if (input.id !== INPUT_IDS['card-number']) return;
      this.#typed = scenarioOfCard((input.value ?? '').replace(/\D/g, ''))?.id ?? '';
      this.#apply();
    };
    window.addEventListener('input', listen, { capture: true });
  }

  #apply(): void {
    const window = this.#window;
    if (!window) return;
    const send = PAGE_NETWORKS[this.#scenario as ScenarioId]?.(this.#fetch) ?? this.#fetch;
    const isReady = () => window.document.querySelector('payment-widget')?.state !== 'loading';
    window.fetch = (...request) => (isReady() ? send(...request) : this.#fetch(...request));
    if (window.navigator.onLine === !this.isOffline) return;
    if (this.isOffline) Object.defineProperty(window.navigator, 'onLine', { configurable: true, get: () => false });
    else Reflect.deleteProperty(window.navigator, 'onLine');
    window.dispatchEvent(new window.Event(this.isOffline ? 'offline' : 'online'));
  }
}

export interface Stage {
  readonly window: Window & typeof globalThis;
  readonly widget: PaymentWidget;
}

/** States in which the element accepts another order. */
const OPEN = ['loading', 'ready', 'failed'];

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

function applyPage({ documentElement: root, head }: Document, { lang, dir, theme, layout, colours }: Values): void {
  root.lang = lang || 'en';
  root.dir = dir || directionOf(root.lang);
  root.dataset['theme'] = theme;
  root.dataset['layout'] = layout;
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

/**
 * Types into the form like a user, letter by letter, and leaves each field. The focus stays on the pressed button.
 * @returns names of fields that the form does not have or that are disabled
 */
export async function typeInto(stage: Stage, { values }: Fill): Promise<FieldName[]> {
  const missing: FieldName[] = [];
  for (const [name, text] of Object.entries(values) as [FieldName, string][]) {
    if (!typeField(stage, name, text)) missing.push(name);
    if (name === 'country') await stage.widget.updateComplete; // it decides about the fields of the address
  }
  return missing;
}

function typeField({ widget, window }: Stage, name: FieldName, text: string): boolean {
  const found = widget.shadowRoot?.getElementById(INPUT_IDS[name]);
  const input = found as HTMLInputElement | HTMLSelectElement | null | undefined;
  if (!input?.checkVisibility() || input.matches(':disabled, [readonly]')) return false;
  const type = (value: string, inputType: string, data: string | null = null) => {
    input.value = value;
    input.dispatchEvent(new window.InputEvent('input', { bubbles: true, composed: true, inputType, data }));
  };
  if (input.localName === 'select') type(text, 'insertReplacementText');
  else {
    type('', 'deleteContentBackward');
    // Appends each letter, because the form may reformat the value.
    for (const { segment } of new Intl.Segmenter().segment(text)) type(input.value + segment, 'insertText', segment);
  }
  input.dispatchEvent(new window.Event('change', { bubbles: true }));
  input.dispatchEvent(new window.FocusEvent('focusout', { bubbles: true, composed: true }));
  return true;
}
