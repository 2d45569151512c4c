import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTINGS as QA_SETTINGS } from '../../../demo/qa/settings.js';
import { readMessage } from '../../../src/isolated/messages/shared.js';
import { TO_FRAME } from '../../../src/isolated/messages/to-frame.js';
import { CHECKS, readSettings, type Checks } from '../../../src/settings/read-settings.js';
import {
  attributeOf,
  OF_FRAME,
  readAttribute,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
} from '../../../src/settings/settings-table.js';
import { readSimpleSettings } from '../../../src/settings/settings.js';

const { reference: _, ...others } = CHECKS;

// @ts-expect-error: a setting needs a check
export const unchecked: Checks = others;

// @ts-expect-error: a check with a code says what is expected
export const unexplained: Checks = { ...CHECKS, reference: { read: String, code: 'invalid_reference' } };

// @ts-expect-error: a setting is read from an attribute, or is an object or a function
export const untyped: Setting = 'number';

const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
const VALID = {
  ...{ proxyUrl: '/pay', amount: 4999, currency: 'EUR', fields: readAttribute('fields', null) },
  requestTimeout: readAttribute('requestTimeout', null),
  ownerDocument: { location: { href: 'https://shop.example/' } },
};

describe('each setting of the table', () => {
  for (const name of SETTING_NAMES) {
    it(`${name}: an API key in it is refused`, () => {
      assert.equal(readSettings({ ...VALID, [name]: KEY }).error?.code, 'key_in_browser');
    });

    it(`${name}: unless it is simple, all checks read it`, () => {
      const row: Setting = SETTINGS[name];
      const isFree = row === 'function' || typeof readAttribute(name, null) === 'boolean';
      const value = row === 'object' ? {} : '\u202eodd?';
      const simple = readSimpleSettings({ ...VALID, [name]: value });
      assert.equal(simple !== undefined, isFree && name !== 'isolated');
    });

    it(`${name}: the frame gets it, or never does`, () => {
      const message = readMessage(TO_FRAME, { type: 'set', settings: { [name]: 'x' } });
      assert.equal(message !== undefined, Object.hasOwn(OF_FRAME, name));
    });

    it(`${name}: testers can set it, unless it is a function`, () => {
      const row: Setting = SETTINGS[name];
      const found = QA_SETTINGS.some((setting) => setting.name === (attributeOf(name) ?? name));
      assert.equal(found, row !== 'function');
    });
  }
});
