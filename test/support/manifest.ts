import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClassField, ClassMethod, CustomElementField, Package } from 'custom-elements-manifest/schema.js';
import { elementOf } from '../../build/manifest.js';

/** A file that "npm run build" has made. */
export function readBuilt(file: string): unknown {
  const path = join(import.meta.dirname, '../../dist', file);
  assert.ok(existsSync(path), `dist/${file} is not built: npm run build`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

export const manifest = readBuilt('custom-elements.json') as Package;

/** What the manifest says of the element, none of it left out where there is none. */
export const {
  members = [],
  attributes = [],
  events = [],
  slots = [],
  cssParts = [],
  cssProperties = [],
  cssStates = [],
  ...element
} = elementOf(manifest);

export const fields = members.filter((member): member is ClassField & CustomElementField => member.kind === 'field');
export const methods = members.filter((member): member is ClassMethod => member.kind === 'method');

/** Names, sorted: of what has no name there is the empty one. */
export const namesOf = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name).sort();
