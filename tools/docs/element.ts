import { join } from 'node:path';
import type { ClassField, ClassMethod, CustomElementField } from 'custom-elements-manifest/schema.js';
import { createManifest, elementOf } from '../manifest.js';
import { code, table } from './markdown.js';

type Field = ClassField & CustomElementField;

const manifest = createManifest(join(import.meta.dirname, '../..'));
const element = elementOf(manifest);
const { members = [], attributes = [] } = element;
const fields = members.filter((member): member is Field => member.kind === 'field');
const methods = members.filter((member): member is ClassMethod => member.kind === 'method');

/** Tables of the element, from the custom elements manifest. */
export const elementBlocks = {
  attributes: () =>
    table(
      ['Attribute', 'Type', 'Default', 'Description'],
      attributes.map(({ name, type, default: value, description = '' }) => [
        code(name),
        code(type?.text ?? 'string'),
        value ? code(value) : '',
        description,
      ]),
    ),

  properties: () =>
    table(
      ['Property', 'Type', 'Description'],
      fields
        .filter(({ attribute }) => !attribute)
        .map(({ name, type, readonly, description = '' }) => [
          code(name),
          code(typeOf(type?.text)),
          readonly ? `Read-only. ${description}` : description,
        ]),
    ),

  methods: () =>
    table(
      ['Method', 'Returns', 'Description'],
      methods.map(({ name, parameters = [], return: returned, description = '' }) => [
        code(`${name}(${parameters.map(({ name, optional }) => (optional ? `${name}?` : name)).join(', ')})`),
        code(returned?.type?.text ?? 'void'),
        description,
      ]),
    ),
};

/** Every property without a default can be `undefined`. */
function typeOf(text = 'string'): string {
  return text.replace(/ \| undefined$/, '');
}
