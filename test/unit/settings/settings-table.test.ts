import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTINGS as QA_SETTINGS } from '../../../demo/qa/settings.js';
import { readMessage } from 'payment-widget/isolated/messages/shared';
import { TO_FRAME } from 'payment-widget/isolated/messages/to-frame';
import * as late from 'payment-widget/settings/read-settings';
import {
  attributeOf,
  OF_FRAME,
  readAttribute,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
} from 'payment-widget/settings/settings-table';
import { readSettings, RULES, type SettingRules } from 'payment-widget/settings/settings';

const { brands: _, ...others } = RULES;

// @ts-expect-error: a setting needs a rule
export const unruled: SettingRules = others;

const { reference: __, ...explained } = late.EXPLANATIONS;

// @ts-expect-error: a setting that may be refused needs an explanation
export const unexplained: typeof late.EXPLANATIONS = explained;

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
      assert.equal(readSettings({ ...VALID, [name]: KEY }, late)?.error?.code, 'key_in_browser');
    });

    it(`${name}: an odd value has a rule, or is free`, () => {
      const row: Setting = SETTINGS[name];
      const isFree = row === 'function' || typeof readAttribute(name, null) === 'boolean';
      assert.equal(Object.hasOwn(RULES, name), !isFree || name === 'isolated');
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
