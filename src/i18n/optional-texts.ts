import type { OptionalMessages } from './messages.js';

/** The type of `payment-widget/locales/extras/*`, see `card-texts.ts`. */
declare const messages: OptionalMessages;

export default messages;
