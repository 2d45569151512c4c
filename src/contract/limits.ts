/** Maximum lengths, in characters. */
export const MAX_REFERENCE = 255;
export const MAX_DESCRIPTION = 1000;
export const MAX_ORDER_TOKEN = 4096;
export const MAX_METADATA_KEY = 64;
export const MAX_METADATA_VALUE = 1000;
/** Of all metadata as JSON: the proxy reads no more than 16 kB. */
export const MAX_METADATA_BYTES = 9000;
/** Default limit for an attempt, in milliseconds. */
export const DEFAULT_TIMEOUT = 55_000;
