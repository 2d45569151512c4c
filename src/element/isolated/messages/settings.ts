/** The settings that the frame gets. The page keeps `proxyUrl` and `returnUrl`. The proxy decides about functions, texts and decimals. */
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
  'disabled',
  'omitCookies',
  'withoutButton',
  'submitOnEnter',
  'testCard',
  'metadata',
  'prefill',
] as const;

export type FrameSetting = (typeof FRAME_SETTINGS)[number];
export type FrameSettings = Partial<Record<FrameSetting, unknown>>;
