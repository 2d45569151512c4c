import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { INPUT_IDS, type FieldName } from '../../../src/contract/field-names.js';
import { ADDRESS_DEFINITIONS } from '../../../src/form/address-definitions.js';
import { FieldInputs } from '../../../src/form/field-inputs.js';
import { FIELDS } from '../../../src/form/fields.js';
import { definitionOf } from '../../../src/form/optional-fields.js';

describe('the IDs of inputs', () => {
  it('are those of the rendered fields', () => {
    const others: Readonly<Record<string, { readonly id: string }>> = { ...FIELDS, ...ADDRESS_DEFINITIONS };
    const names = Object.keys(INPUT_IDS) as FieldName[];
    const ids = names.map((name) => [name, (definitionOf(name) ?? others[name])?.id]);
    assert.deepEqual(Object.fromEntries(ids), INPUT_IDS);
  });

  it('are read as the names of their fields', () => {
    const rendered = Object.values(INPUT_IDS).map((id) => ({
      id,
      value: '',
      getRootNode: () => ({ activeElement: null }),
    }));
    const inputs = new FieldInputs();
    inputs.beforeRender({ querySelectorAll: () => rendered } as unknown as ParentNode, undefined);
    assert.deepEqual(
      inputs.entries.map(([name]) => name),
      Object.keys(INPUT_IDS),
    );
  });
});
