import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkEmail, normalizeEmail } from '../../../src/payment/email.js';

describe('email addresses that are taken', () => {
  for (const email of [
    'ada@example.com',
    'Ada.Lovelace+shop@mail.example.co.uk',
    "o'neil@example.ie",
    'a@b.co',
    'ada_1815@sub-domain.example.museum',
    '用户@例子.公司',
    'ada@xn--mnchen-3ya.de',
    'ada@münchen.de',
    'ada@xn--e1afmkfd.xn--p1ai',
    ' ada@example.com ',
    '\u200eada@example.com\u200b',
    'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  ]) {
    it(JSON.stringify(email), () => {
      assert.equal(checkEmail(email), undefined);
    });
  }
});

describe('email addresses that are not', () => {
  for (const [what, email, problem] of [
    ['none', '', 'email_required'],
    ['spaces', '  ', 'email_required'],
    ['no @', 'ada.example.com', 'email_invalid'],
    ['two @', 'ada@@example.com', 'email_invalid'],
    ['nothing before the @', '@example.com', 'email_invalid'],
    ['nothing after the @', 'ada@', 'email_invalid'],
    ['no dot in the domain', 'ada@example', 'email_invalid'],
    ['a comma for the dot', 'ada@example,com', 'email_invalid'],
    ['a dot at the end', 'ada@example.com.', 'email_invalid'],
    ['two dots in a row', 'ada@example..com', 'email_invalid'],
    ['a dot before the @', 'ada.@example.com', 'email_invalid'],
    ['a domain that begins with a dot', 'ada@.example.com', 'email_invalid'],
    ['a top-level domain of one letter', 'ada@example.c', 'email_invalid'],
    ['a number in its place', 'ada@127.0.0.1', 'email_invalid'],
    ['a space within', 'ada lovelace@example.com', 'email_invalid'],
    ['two addresses', 'ada@example.com, bob@example.com', 'email_invalid'],
    ['a name around it', 'Ada <ada@example.com>', 'email_invalid'],
    ['255 characters', `${'a'.repeat(243)}@example.com`, 'email_long'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkEmail(email), problem);
    });
  }

  it('254 characters are not too many', () => {
    assert.equal(checkEmail(`${'a'.repeat(242)}@example.com`), undefined);
  });
});

describe('the email address that is sent', () => {
  it('has no spaces and no invisible marks around it', () => {
    assert.equal(normalizeEmail(' \u200eada@example.com\u200b '), 'ada@example.com');
  });

  it('keeps its capitals', () => {
    assert.equal(normalizeEmail('Ada@Example.com'), 'Ada@Example.com');
  });
});
