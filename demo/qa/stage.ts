import type { PaymentWidget } from '../../src/index.js';
import { defaults, type Values } from './settings-url.js';
import { findPreset } from './function-presets.js';
import type { QaHub, Stage } from './hub.js';
import { Network } from './network.js';
import { applyPage } from './page-settings.js';
import { SETTINGS, type Setting } from './settings.js';
import { fillSlot } from './slot-content.js';

/** States in which the element accepts another order. */
const OPEN = ['loading', 'ready', 'failed'];

/** Events after which the page may be left. */
const LEAVING = ['payment-success', 'payment-pending', 'payment-action'];

/** Applies the settings to the element in the frame. */
export class StageController {
  readonly network = new Network();
  readonly #hub: QaHub;
  #stage: Stage | undefined;
  #values: Values = defaults;

  constructor(hub: QaHub) {
    this.#hub = hub;
  }

  get widget(): PaymentWidget | undefined {
    return this.#stage?.widget;
  }

  get window(): Stage['window'] | undefined {
    return this.#stage?.window;
  }

  /**
   * Creates the element in a loaded frame.
   * @returns an error message, if the element is not available
   */
  load(window: Stage['window'], values: Values): string | undefined {
    this.#values = withOrigins(values);
    this.network.watch(window);
    this.network.choose(values['scenario'] ?? '');
    if (!window.customElements.get('payment-widget')) {
      this.#stage = undefined;
      this.#hub.update({ stage: undefined });
      if (isOwn(window)) return 'The widget script could not be loaded in the frame.';
      this.#hub.note(`The page went to ${window.location.href}`);
      return undefined;
    }
    this.#make(window);
    return undefined;
  }

  /** Removes the element while another page loads. */
  leave(): void {
    this.#stage = undefined;
    this.#hub.update({ stage: undefined });
  }

  /** Applies changed settings. */
  apply(given: Values): void {
    const before = this.#values;
    const values = withOrigins(given);
    this.#values = values;
    if (!this.#stage) return;
    const { widget, window } = this.#stage;
    this.network.choose(values['scenario'] ?? '');
    const changed = SETTINGS.filter(({ name }) => values[name] !== before[name]);
    const isFinal = !OPEN.includes(widget.state);
    const isNew = changed.some(({ name }) => (isFinal && name === 'reference') || name === 'isolated');
    if (isNew) {
      widget.remove();
      this.#make(window);
      return;
    }
    for (const setting of changed) applySetting(setting, values[setting.name] ?? '', this.#stage);
    if (changed.some(({ to }) => 'page' in to)) applyPage(window.document, values);
  }

  readonly #onLeaving = (event: Event): void => {
    if (this.#values['stays'] === 'on') event.preventDefault();
  };

  /** Creates the element with all settings. Listeners are attached before it enters the document. */
  #make(window: Stage['window']): void {
    const { document } = window;
    const widget = document.createElement('payment-widget');
    this.#stage = { window, widget };
    applyPage(document, this.#values);
    for (const setting of SETTINGS) {
      const value = this.#values[setting.name] ?? '';
      if (value) applySetting(setting, value, this.#stage);
    }
    for (const type of LEAVING) widget.addEventListener(type, this.#onLeaving);
    this.#hub.update({ stage: this.#stage });
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

function originOf(name: 'bank' | 'pay'): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}-origin"]`)?.content ?? '';
}

/** Whether a frame shows a page with the element, and not the page of `return-url`. */
export function isOwn({ location }: Window): boolean {
  return /^\/qa\/(stage|strict)/.test(location.pathname);
}

/** Listeners of the page, which a setting replaces. */
const listeners = new WeakMap<PaymentWidget, EventListener>();

function applySetting(setting: Setting, value: string, { widget, window }: Stage): void {
  const { to, kind } = setting;
  if ('attribute' in to) {
    if (kind === 'flag') widget.toggleAttribute(to.attribute, value === 'on');
    else if (value === '') widget.removeAttribute(to.attribute);
    else widget.setAttribute(to.attribute, value);
  } else if ('property' in to) Reflect.set(widget, to.property, propertyOf(setting, to.property, value, window));
  else if ('event' in to)
    replaceListener(widget, to.event, findPreset(to.event, value)?.run as EventListener | undefined);
  else if ('slot' in to) fillSlot(widget, to.slot, value);
}

function replaceListener(widget: PaymentWidget, type: string, listener: EventListener | undefined): void {
  const before = listeners.get(widget);
  if (before) widget.removeEventListener(type, before);
  if (!listener) return;
  listeners.set(widget, listener);
  widget.addEventListener(type, listener);
}

/** Objects must be created in the frame, to have the prototypes of its realm. */
function propertyOf({ kind }: Setting, name: string, value: string, window: Stage['window']): unknown {
  if (value === '') return undefined;
  return kind === 'json' ? (window.JSON.parse(value) as unknown) : findPreset(name, value)?.run;
}
