import type { Mode } from '../contract/protocol.js';
import { attributeOf, SETTINGS } from '../settings/settings-table.js';
import type { WidgetSettings } from './widget-properties.js';

/** The settings of the element without Lit: for isolated mode, and for elements in jsdom and happy-dom. */

export type ElementSettings = Partial<WidgetSettings> & {
  mode?: Mode | undefined;
};

/** A later attribute counts more. */
interface Assigned {
  readonly value: unknown;
  readonly attribute: string | null;
}

const assigned = new WeakMap<Element, Map<string, Assigned>>();

/** A property that the target has is kept. */
export function defineSettings<T extends HTMLElement>(target: T, onchange?: (element: T, name: string) => void): void {
  for (const [name, convert] of Object.entries(SETTINGS)) {
    if (name in target) continue;
    const attribute = attributeOf(name);
    const read = (element: Element) => (convert ? element.getAttribute(attribute) : null);
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: true,
      get(this: Element): unknown {
        const last = assigned.get(this)?.get(name);
        const present = read(this);
        return last && last.attribute === present ? last.value : convert?.(present);
      },
      set(this: T, value: unknown) {
        const values = assigned.get(this) ?? new Map<string, Assigned>();
        assigned.set(this, values.set(name, { value, attribute: read(this) }));
        onchange?.(this, name);
      },
    });
  }
}

/** The setters store nothing and report the name. */
export function refuseKeyProperties<T extends object>(prototype: T, report: (element: T, name: string) => void): void {
  for (const name of ['apiKey', 'apikey', 'key', 'secretKey', 'secret', 'accessToken', 'token']) {
    const set = function (this: T) {
      report(this, name);
    };
    Object.defineProperty(prototype, name, { configurable: true, get: () => undefined, set });
  }
}
