import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClassField, ClassMethod, CustomElementField, Package } from 'custom-elements-manifest/schema.js';
import { elementOf } from '../../tools/manifest.js';

export const manifest = JSON.parse(readFileSync(join(process.cwd(), 'dist/custom-elements.json'), 'utf8')) as Package;

/** The element's declaration, with empty lists where the manifest has none. */
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

/** Sorted names. The default slot's name is empty. */
export const namesOf = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name).sort();
