import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { INPUT_IDS } from '../../../src/contract/input-ids.js';
import { ADDRESS_DEFINITIONS } from '../../../src/form/address-definitions.js';
import { FieldInputs } from '../../../src/form/field-inputs.js';
import { FIELDS } from '../../../src/form/fields.js';
import { OPTIONAL_DEFINITIONS } from '../../../src/form/optional-definitions.js';

describe('the IDs of inputs', () => {
  it('are those of the rendered fields', () => {
    const definitions = { ...FIELDS, ...OPTIONAL_DEFINITIONS, ...ADDRESS_DEFINITIONS };
    const ids = Object.fromEntries(Object.entries(definitions).map(([name, { id }]) => [name, id]));
    assert.deepEqual(ids, INPUT_IDS);
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
