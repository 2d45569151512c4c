/** The settings that the frame gets. The page keeps `proxyUrl` and `returnUrl`; functions are options of the proxy. */
export const FRAME_SETTINGS = [
  'amount',
  'minAmount',
  'maxAmount',
  'currency',
  'mode',
  'reference',
  'orderToken',
  'description',
  'fields',
  'brands',
  'actionOrigins',
  'requestTimeout',
  'requireEncryption',
  'disabled',
  'omitCookies',
  'withoutButton',
  'submitOnEnter',
  'testCard',
  'metadata',
  'prefill',
  'currencyExponents',
  'messages',
] as const;

export type FrameSetting = (typeof FRAME_SETTINGS)[number];
export type FrameSettings = Partial<Record<FrameSetting, unknown>>;
