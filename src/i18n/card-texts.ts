import type { CardMessages } from './messages.js';

/** For `payment-widget/locales/*`, whose chunks have no declarations of their own. */
declare const messages: CardMessages;

export default messages;
