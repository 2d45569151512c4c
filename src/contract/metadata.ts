import { MAX_METADATA_KEY, MAX_METADATA_VALUE } from './limits.js';
import { isText } from './order-texts.js';
import { removeHarmful } from './plain-text.js';

/** Rejected as member names: a careless copy of the object would change its prototype. */
export const PROTOTYPE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export function isMetadataName(name: string): boolean {
  return isText(name, MAX_METADATA_KEY) && name === removeHarmful(name) && !PROTOTYPE_NAMES.includes(name);
}

export function isMetadata(value: unknown): value is Readonly<Record<string, string>> {
  const isValid = ([name, text]: [string, unknown]) => isMetadataName(name) && isText(text, MAX_METADATA_VALUE);
  return isPlainObject(value) && Object.entries(value).every(isValid);
}

export function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}
