import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERRORS, PaymentError, type PaymentErrorCode } from 'payment-widget/contract/errors';
import { findMistakes, isBlocking, type PageSnapshot } from 'payment-widget/hints/hints';

/** An order token. Nobody verifies it here. */
const tokenOf = (claims: object) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`;

const ORDER = { reference: 'Bestellung-№-7?~', amount: 4999, currency: 'EUR' };
const { reference } = ORDER;
const PROXY = 'https://pay.example/pay';
const SETTINGS = { ...ORDER, proxyUrl: PROXY, orderToken: tokenOf(ORDER) };

const GOOD: PageSnapshot = {
  mode: 'test',
  settings: SETTINGS,
  reference,
  knowsProxy: true,
  settingError: undefined,
  paymentError: undefined,
  origin: 'https://shop.example',
  config: undefined,
  isFallbackShown: false,
  width: 480,
  names: [],
  unitless: [],
  copies: ['https://shop.example/payment-widget.js'],
  classicScripts: [],
  missingFiles: [],
  violations: [],
};
const SCRIPT = 'https://shop.example/payment-widget.js?key=secret';
const errorOf = (code: PaymentErrorCode) => new PaymentError(code, 'What happened.');
const JSON_TYPE = 'application/json';
const refusalOf = (code: string, status = 403) => ({ status, type: 'application/problem+json', problem: { code } });
const namesOf = (...given: string[]) => ({ kind: 'attribute', given, known: ['proxy-url', 'return-url'] }) as const;
const blocked = (address: string, isOfScript = false) => ({
  violations: [{ directive: 'connect-src', address, isOfScript }],
});

describe('findMistakes()', () => {
  for (const [what, page, expected] of [
    ['a good page', {}, []],
    ['a proxy that has answered with an error of its own', { config: { status: 401, type: 'application/json' } }, []],
    ['no proxy, or one without /config', { config: { status: 404, type: '' } }, ['warning config_unreachable']],
    ['the route of payments', { settings: { proxyUrl: `${PROXY}/v1/payments` } }, ['error not_found']],
    ['another amount', { settings: { ...SETTINGS, amount: 4998 } }, ['warning order_mismatch']],
    ['another currency', { settings: { ...SETTINGS, currency: 'USD' } }, ['warning order_mismatch']],
    ['another order', { reference: 'order-2' }, ['warning order_mismatch']],
    ['a token without a price', { settings: { ...SETTINGS, orderToken: tokenOf({ order: 7 }) } }, []],
    ['a token that nobody can read', { settings: { ...SETTINGS, orderToken: 'a.b.c' } }, []],
    [
      'another price, which the frame refuses',
      { settings: { ...SETTINGS, amount: 1 }, settingError: errorOf('order_mismatch') },
      ['error order_mismatch'],
    ],
    [
      'a price that the proxy has corrected',
      { settings: { ...SETTINGS, amount: 1 }, paymentError: errorOf('amount_changed') },
      ['warning amount_changed'],
    ],
    ['a token that the proxy refuses', { config: refusalOf('order_token_invalid') }, ['error order_token_invalid']],
    ['an expired token', { config: refusalOf('order_token_expired') }, ['error order_token_expired']],
    [
      'a payment for another order than that of the token',
      { config: { status: 200, type: JSON_TYPE }, paymentError: errorOf('order_token_invalid') },
      ['error order_token_invalid'],
    ],
    ['a proxy at another path than its mount', { config: refusalOf('not_found', 404) }, ['error not_found']],
    ['a misspelled attribute', { names: [namesOf('return-uri')] }, ['warning unknown_name']],
    ['attributes of the page', { names: [namesOf('class', 'data-order', 'proxy-url')] }, []],
    ['a width of 53 px', { width: 53 }, ['warning too_narrow']],
    ['a hidden form', { width: undefined }, []],
    ['a Test key in Live mode', { settings: { ...SETTINGS, mode: 'live' } }, ['warning test_key']],
    ['an unknown outcome', { paymentError: errorOf('timeout') }, ['warning timeout']],
    ['a radius without a unit', { unitless: [['--payment-widget-radius', '24']] }, ['warning missing_unit']],
    ['a web page in place of the proxy', { config: { status: 200, type: 'text/html' } }, ['error not_found']],
    ['an error of a gateway', { config: { status: 503, type: 'text/html' } }, ['error config_unreachable']],
    ['a proxy that gives no response', { config: 'silent' }, ['error config_unreachable']],
    ['a proxy without CORS headers', { config: 'unreadable' }, ['error blocked_by_cors']],
    ['a proxy that is blocked', { config: 'silent', ...blocked(`${PROXY}/config`) }, ['error blocked_by_csp']],
    ['a file that the policy blocks', blocked('https://cdn.example/card-form.js', true), ['error blocked_by_csp']],
    ['a violation of others', blocked('https://other.example/'), []],
    ['a wrong amount', { settingError: errorOf('invalid_amount') }, ['error invalid_amount']],
    ['no reference', { reference: undefined }, ['warning missing_reference']],
    ['a body parser in front', { paymentError: errorOf('body_already_read') }, ['error body_already_read']],
    ['a payment without a proxy', { paymentError: errorOf('not_found') }, ['error not_found']],
    ['a declined payment', { paymentError: errorOf('declined') }, []],
    ['a script that is not a module', { classicScripts: [SCRIPT] }, ['error script_not_module']],
    ['two copies of the script', { copies: [SCRIPT, 'a bundle'] }, ['warning several_scripts']],
    ['a missing file', { missingFiles: [{ url: SCRIPT, status: 404 }] }, ['error not_loaded']],
    ['text that flashes', { isFallbackShown: true }, ['note missing_style_sheet']],
    [
      'several mistakes, errors first',
      { reference: undefined, isFallbackShown: true, classicScripts: [SCRIPT] },
      ['error script_not_module', 'warning missing_reference', 'note missing_style_sheet'],
    ],
  ] as const satisfies readonly (readonly [string, Partial<PageSnapshot>, readonly string[]])[]) {
    it(`finds ${expected.join() || 'nothing'}: ${what}`, () => {
      const found = findMistakes({ ...GOOD, ...page });
      assert.deepEqual(
        found.map(({ code, level }) => `${level} ${code}`),
        expected,
      );
      assert.doesNotMatch(JSON.stringify(found), /=secret/);
    });
  }

  it('shows in the form what prevents payments, a proxy that is not found, and another order than that of the token', () => {
    const shown = (page: Partial<PageSnapshot>) => findMistakes({ ...GOOD, ...page }).filter(isBlocking).length;
    const config = { status: 404, type: 'text/html' };
    const pages = [{ config }, { config: 'silent' }, { reference: 'order-2' }, { reference: undefined }] as const;
    assert.deepEqual(pages.map(shown), [1, 1, 1, 0]);
  });

  const codes = Object.keys(ERRORS) as PaymentErrorCode[];
  for (const code of codes.slice(0, codes.indexOf('validation_failed')))
    it(`says how to fix ${code}`, () => {
      const [found] = findMistakes({ ...GOOD, settingError: errorOf(code) });
      assert.notEqual(found?.fix, 'Nothing is sent until then.');
    });

  it('links hints to their page, and errors to theirs', () => {
    const found = findMistakes({ ...GOOD, reference: undefined, settingError: errorOf('invalid_currency') });
    assert.deepEqual(
      found.map(({ docs }) => docs.replace('payment-widget/docs/', '')),
      ['errors.md#invalid_currency', 'integration-check.md#missing_reference'],
    );
  });
});
