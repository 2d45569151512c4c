import { LitElement, type PropertyDeclarations } from 'lit';
import { attributeOf, readAttribute, SETTING_NAMES, type SettingValues } from '../settings/settings-table.js';

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type -- the table has the types
export interface Widget extends SettingValues {}

/** The settings of the element: its properties, and their attributes. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- Lit defines them from the table
export class Widget extends LitElement {
  static override readonly properties: PropertyDeclarations = Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      {
        attribute: attributeOf(name) ?? false,
        converter: (value: string | null) => readAttribute(name, value),
        ...(name === 'amount' && { hasChanged: () => true }), // setting it again replaces what the shopper typed
      },
    ]),
  );

  constructor() {
    super();
    for (const name of SETTING_NAMES) {
      const value = readAttribute(name, null);
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }
}
