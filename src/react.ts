import type { ClassAttributes, HTMLAttributes } from 'react';
import type { PaymentWidget } from './element/payment-widget.js';
import type { SettingName, SettingValues } from './settings/settings-table.js';

/** Types of `<payment-widget>` in JSX for React 19, which needs no wrapper. Types only. */

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '-'}${Lowercase<First>}${Kebab<Rest>}`
  : '';

type Attribute<Name extends SettingName> = SettingValues[Name] extends string | number | boolean | undefined
  ? Exclude<Kebab<Name>, Name>
  : never;

/** Attributes. React sets a name without a property as an attribute. */
type Attributes = {
  [Name in SettingName as Attribute<Name>]?:
    SettingValues[Name] | (number extends SettingValues[Name] ? `${number}` : never);
};

type PaymentEventName = Extract<keyof HTMLElementEventMap, `payment-${string}`>;

type Listeners = {
  [Name in PaymentEventName as `on${Name}`]?: ((event: HTMLElementEventMap[Name]) => void) | undefined;
};

/** Props of `<payment-widget>`. */
export interface PaymentWidgetProps
  extends
    HTMLAttributes<PaymentWidget>,
    ClassAttributes<PaymentWidget>,
    Partial<SettingValues>,
    Attributes,
    Listeners {}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React keeps its JSX types in one
  namespace JSX {
    interface IntrinsicElements {
      'payment-widget': PaymentWidgetProps;
    }
  }
}
