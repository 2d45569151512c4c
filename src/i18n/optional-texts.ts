import type { OptionalMessages } from './messages.js';

/** For `payment-widget/locales/extras/*`. */
declare const messages: OptionalMessages;

export default messages;
