/** Longest `reference`, in characters. */
export const MAX_REFERENCE = 255;
/** Longest `description`, in characters. */
export const MAX_DESCRIPTION = 1000;
/** Longest key and value of `metadata`, in characters. */
export const MAX_METADATA_KEY = 64;
export const MAX_METADATA_VALUE = 1000;
/** Names of no member: they reach the prototype where an object is copied without care. */
export const PROTOTYPE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];
