import type { Messages } from './messages.js';

/** The types of `payment-widget/locales/*`, whose chunks have no declarations of their own. */
declare const messages: Messages;

export default messages;
