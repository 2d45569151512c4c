import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeWidget } from '../../../src/testing/index.js';

describe('a fake element', () => {
  it('needs a DOM', () => {
    assert.throws(() => createFakeWidget(), { name: 'FakeWidgetError', message: /^There is no DOM\./ });
  });
});
