import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkEmail, normalizeEmail } from 'payment-widget/contract/contact';

describe('checkEmail() accepts', () => {
  for (const email of [
    'ada@example.com',
    'Ada.Lovelace+shop@mail.example.co.uk',
    "o'neil@example.ie",
    '用户@例子.公司',
    ' ada@example.com ',
    '\u200eada@example.com\u200b',
    'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  ]) {
    it(JSON.stringify(email), () => {
      assert.equal(checkEmail(email), undefined);
    });
  }
});

describe('checkEmail() rejects', () => {
  for (const [what, email, problem] of [
    ['an empty value', '', 'email_required'],
    ['no @', 'ada.example.com', 'email_invalid'],
    ['nothing before the @', '@example.com', 'email_invalid'],
    ['a comma for the dot', 'ada@example,com', 'email_invalid'],
    ['an IP address', 'ada@127.0.0.1', 'email_invalid'],
    ['a space inside', 'ada lovelace@example.com', 'email_invalid'],
    ['a control character', 'ada\u0001@example.com', 'email_invalid'],
    ['a display name', 'Ada <ada@example.com>', 'email_invalid'],
    ['255 characters', `${'a'.repeat(243)}@example.com`, 'email_long'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkEmail(email), problem);
    });
  }

  it('nothing for its length up to 254 characters', () => {
    assert.equal(checkEmail(`${'a'.repeat(242)}@example.com`), undefined);
  });
});

describe('normalizeEmail()', () => {
  it('keeps capital letters', () => {
    assert.equal(normalizeEmail('Ada@Example.com'), 'Ada@Example.com');
  });
});
