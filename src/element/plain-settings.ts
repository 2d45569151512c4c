import { attributeOf, readAttribute, SETTING_NAMES, type SettingValues } from '../settings/settings-table.js';

/** The settings of the element without Lit, for elements in jsdom and happy-dom. */
export type ElementSettings = { [Name in keyof SettingValues]?: SettingValues[Name] | undefined };

/** A value that was assigned, and the attribute at that time: an attribute that is set later wins. */
interface Assigned {
  readonly value: unknown;
  readonly attribute: string | null;
}

const assigned = new WeakMap<Element, Map<string, Assigned>>();

/** Defines the settings as properties. A property that the target has is kept. */
export function defineSettings(target: HTMLElement): void {
  for (const name of SETTING_NAMES) {
    if (name in target) continue;
    const attribute = attributeOf(name);
    const read = (element: Element) => (attribute ? element.getAttribute(attribute) : null);
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: true,
      get(this: Element): unknown {
        const last = assigned.get(this)?.get(name);
        const present = read(this);
        return last && last.attribute === present ? last.value : readAttribute(name, present);
      },
      set(this: Element, value: unknown) {
        const values = assigned.get(this) ?? new Map<string, Assigned>();
        assigned.set(this, values.set(name, { value, attribute: read(this) }));
      },
    });
  }
}

/** Defines properties with names of keys, whose setters store nothing and report the name. */
export function refuseKeyProperties<T extends object>(prototype: T, report: (element: T, name: string) => void): void {
  for (const name of ['apiKey', 'apikey', 'key', 'secretKey', 'secret', 'accessToken', 'token']) {
    const set = function (this: T) {
      report(this, name);
    };
    Object.defineProperty(prototype, name, { configurable: true, get: () => undefined, set });
  }
}
