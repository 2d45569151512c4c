import type { CardMessages } from './messages.js';

/** The type of `payment-widget/locales/*`, whose chunks have no declarations of their own. */
declare const messages: CardMessages;

export default messages;
