import type { SettingName } from './settings.js';

/** The settings that options of the proxy come from. */
export const NAME_OF: Readonly<Record<string, SettingName>> = {
  baseUrl: 'PAYMENTS_BASE_URL',
  apiKey: 'PAYMENTS_API_KEY',
  mode: 'PAYMENTS_MODE',
  mountPath: 'MOUNT_PATH',
  brands: 'BRANDS',
  networksOf: 'PAYMENTS_FUNCTIONS',
  orderTokenSecret: 'ORDER_TOKEN_SECRET',
  resolvePayment: 'PRICE_URL',
  trustBrowserAmount: 'TRUST_BROWSER_AMOUNT',
  onSettled: 'SETTLED_URL',
  allowedOrigins: 'ALLOWED_ORIGINS',
  'frame.ancestors': 'FRAME_ANCESTORS',
  'frame.currencyExponents': 'FRAME_CURRENCY_EXPONENTS',
  'frame.fonts': 'FRAME_FONTS',
  answerFields: 'ANSWER_FIELDS',
  actionOrigins: 'ACTION_ORIGINS',
  store: 'PAYMENTS_STORE',
  allowMemoryStore: 'ALLOW_MEMORY_STORE',
};

/** Says with names of settings what the proxy says with names of options. */
export function inSettings(message: string): string {
  return message.replace(/\b(\w+): true/g, '$1=true').replace(/\b[a-z]+[A-Z]\w*/g, (name) => NAME_OF[name] ?? name);
}
