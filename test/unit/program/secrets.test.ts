import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createProgram, type Main } from 'payment-widget-proxy/command/program';
import { main as proxy } from 'payment-widget-proxy/command/command';
import { main as testing } from 'payment-widget-testing/command/command';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Everything that a program prints. */
async function outputOf(main: Main, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  let output = '';
  const print = (text: string) => (output += text);
  const code = await main(args, env, { out: print, error: print });
  return { code, output };
}

const VALID = {
  PAYMENTS_BASE_URL: 'https://service.example',
  PAYMENTS_API_KEY: 'k_test_1',
  PAYMENTS_MODE: 'test',
  PAYMENTS_STORE: 'memory:',
  ORDER_TOKEN_SECRET: 'a secret of 32 bytes or more, for tests',
};

const PART_LENGTH = 6;

function assertHidden(output: string, secret: string): void {
  const parts = secret
    .split(/\s+/)
    .flatMap((word) =>
      Array.from({ length: Math.max(word.length - PART_LENGTH + 1, 0) }, (_, at) => word.slice(at, at + PART_LENGTH)),
    );
  const shown = parts.filter((part) => output.includes(part));
  assert.deepEqual(shown, [], output);
}

/** Without the characters that end a word. */
const WORD = 'Hq7zKp2VxRt9mWc4LbN8sYd3FgJ6QvX1ZaTe5uBo';
const KEY = `sk_live_${WORD}`;
const HEX = randomBytes(32).toString('hex');
/** As `openssl rand -base64 64` prints it: in two lines, of which the second may look like an assignment. */
const WRAPPED = `${WORD}ABab+/${WORD.toLowerCase().slice(0, 18)}\n${WORD.slice(9, 31)}==`;
const PEM = `-----BEGIN PRIVATE KEY-----\n${WORD}\n${WORD.slice(5)}=\n-----END PRIVATE KEY-----`;

const NO_ASSIGNMENT = /Line 1 of \S+ is not valid\. Expected NAME=value\./;
const NO_SETTING = /Line 1 of \S+ does not name a setting\./;
const OPEN_QUOTE = /Line 1 of \S+ has a quote that is not closed\. Expected one at the end of the value\./;

/** Lines of payments.env, what is secret in them, and what the program says. */
const FILES: readonly (readonly [what: string, lines: string, secret: string, expected: RegExp])[] = [
  ['a wrapped secret', `ORDER_TOKEN_SECRET=${WRAPPED}`, WRAPPED, /Line 2 of \S+ does not name a setting/],
  ['a wrapped secret on its own', WRAPPED, WRAPPED, NO_ASSIGNMENT],
  ['a key on its own', KEY, KEY, NO_ASSIGNMENT],
  ['a key before an equals sign', `${KEY}=`, KEY, NO_SETTING],
  ['a secret in hexadecimal before an equals sign', `${HEX}=1`, HEX, NO_SETTING],
  ['a secret in upper case', `${WORD.toUpperCase()}=`, WORD.toUpperCase(), NO_SETTING],
  ['a secret that begins as a setting', `PAYMENTS_API_KEY_${WORD}=`, WORD, NO_SETTING],
  ['a setting without an equals sign', `PAYMENTS_API_KEY ${KEY}`, KEY, NO_ASSIGNMENT],
  ['a colon', `PAYMENTS_API_KEY: ${KEY}`, KEY, NO_ASSIGNMENT],
  ['a name and a value that are swapped', `${KEY}=PAYMENTS_API_KEY`, KEY, NO_SETTING],
  ['a misspelled name', `PAYMENT_API_KEY=${KEY}`, KEY, NO_SETTING],
  ['a name in lower case', `payments_api_key=${KEY}`, KEY, NO_SETTING],
  ['export without a name', `export =${KEY}`, KEY, NO_SETTING],
  ['export before a key', `export ${KEY}=`, KEY, NO_SETTING],
  ['export before a wrong name', `export PAYMENT_KEY=${KEY}`, KEY, NO_SETTING],
  ['set, as on Windows', `set PAYMENTS_API_KEY=${KEY}`, KEY, NO_ASSIGNMENT],
  ['a shell’s variable', `$env:PAYMENTS_API_KEY="${KEY}"`, KEY, NO_ASSIGNMENT],
  ['a quote that is not closed', `PAYMENTS_API_KEY="${KEY}`, KEY, OPEN_QUOTE],
  ['a quote that the next line closes', `PAYMENTS_API_KEY="${KEY}\nPAYMENTS_MODE="test"`, KEY, OPEN_QUOTE],
  ['a quote that is not opened', `PAYMENTS_API_KEY=${KEY}"`, KEY, /PAYMENTS_API_KEY is missing or invalid/],
  ['a key with spaces', `PAYMENTS_API_KEY=${KEY} ${WORD}`, KEY, /PAYMENTS_API_KEY is missing or invalid/],
  ['a key with its header', `PAYMENTS_API_KEY=Bearer ${KEY}`, KEY, /PAYMENTS_API_KEY is missing or invalid/],
  ['a private key', PEM, PEM.replace(/-----.*-----/g, ''), NO_ASSIGNMENT],
  ['a private key in quotes', `LISTEN="${PEM}"`, PEM, /LISTEN is a text of \d+ characters\. Expected an address/],
  ['JSON', `{"PAYMENTS_API_KEY":"${KEY}"}`, KEY, NO_ASSIGNMENT],
  ['JSON in lines', `{\n"apiKey": "${KEY}"\n}`, KEY, /Line 2 of \S+ is not valid\. Expected NAME=value\./],
  ['YAML', `- ${KEY}`, KEY, NO_ASSIGNMENT],
  ['line ends of Windows', `PAYMENTS_MODE=${KEY}\r\n${KEY}\r`, KEY, /Line 2 of \S+ is not valid/],
  ['line ends of an old Mac', `PAYMENTS_MODE=test\rPAYMENTS_API_KEY=${KEY}`, KEY, /PAYMENTS_MODE is a text/],
  ['a byte order mark', `\uFEFF${KEY}`, KEY, NO_ASSIGNMENT],
  ['UTF-16', Buffer.from(`${KEY}=`, 'utf16le').toString(), KEY, NO_ASSIGNMENT],
  ['a space that does not break', `\u00A0PAYMENTS_API_KEY=${KEY}`, KEY, NO_ASSIGNMENT],
  ['letters of another script', `ПLATEЖ_${WORD}=1`, WORD, NO_ASSIGNMENT],
  ['a line separator of Unicode', `BRANDS=visa\u2028${KEY}`, KEY, /BRANDS contains a text of \d+ characters/],
  ['an address with a password', `redis://shop:${WORD}@127.0.0.1/?a=1`, WORD, NO_ASSIGNMENT],
  ['a conflict of versions', `<<<<<<< HEAD ${KEY}`, KEY, NO_ASSIGNMENT],
];

/** Settings with wrong values, what is secret in them, and what the program says. */
const VALUES: readonly (readonly [name: string, value: string, secret: string, expected: RegExp])[] = [
  ['PAYMENTS_BASE_URL', KEY, KEY, /PAYMENTS_BASE_URL is not valid\. Expected an absolute/],
  ['PAYMENTS_BASE_URL', `https://shop:${WORD}@service.example`, WORD, /PAYMENTS_BASE_URL is not valid/],
  ['PAYMENTS_API_KEY', WRAPPED, WRAPPED, /PAYMENTS_API_KEY is missing or invalid\. Expected the API key/],
  ['PAYMENTS_API_KEY', `{{${WORD}}}`, WORD, /PAYMENTS_API_KEY is a template that stands for a missing value/],
  ['PAYMENTS_MODE', KEY, KEY, /PAYMENTS_MODE is a text of 48 characters\. Expected "test" or "live"/],
  ['PAYMENTS_MODE', 'hunter2', 'hunter2', /PAYMENTS_MODE is a text of 7 characters\. Expected "test" or "live"/],
  ['PAYMENTS_STORE', `mysql://shop:${WORD}@127.0.0.1/`, WORD, /PAYMENTS_STORE is not valid\. Expected "lmdb:/],
  ['PAYMENTS_STORE', `redis://shop:${WORD}@127.0.0.1:99999`, WORD, /PAYMENTS_STORE is not valid\. Expected "lmdb:/],
  ['PAYMENTS_STORE', `lmdb:/dev/null/${WORD}`, WORD, /PAYMENTS_STORE is a folder that cannot be written/],
  ['TRUST_BROWSER_AMOUNT', KEY, KEY, /TRUST_BROWSER_AMOUNT is a text of \d+ characters\. Expected "true"/],
  ['PRICE_URL', `https://shop:${WORD}@shop.example`, WORD, /PRICE_URL is not valid\. Expected an absolute URL/],
  ['SETTLED_SECRET', WORD, WORD, /SETTLED_SECRET is not valid\. Expected "whsec_"/],
  ['ALLOWED_ORIGINS', `https://shop:${WORD}@shop.example`, WORD, /ALLOWED_ORIGINS .*Expected .*origins/],
  ['FRAME_ANCESTORS', WRAPPED, WRAPPED, /FRAME_ANCESTORS is a list of 2\. Expected https origins/],
  ['FRAME_FONTS', WORD, WORD, /FRAME_FONTS is not JSON\. Expected a list/],
  ['LISTEN', KEY, KEY, /LISTEN is a text of \d+ characters\. Expected an address/],
  ['LISTEN', `redis://shop:${WORD}@127.0.0.1:6379`, WORD, /LISTEN is a text of \d+ characters\. Expected an address/],
  ['MOUNT_PATH', KEY, KEY, /MOUNT_PATH is a text of \d+ characters\. Expected a path/],
  ['TRUSTED_PROXIES', WRAPPED, WRAPPED, /TRUSTED_PROXIES contains a text of \d+ characters\. Expected IP/],
  ['BRANDS', WORD.toLowerCase(), WORD.toLowerCase(), /BRANDS contains a text of 40 characters\. Expected names/],
  ['ACTION_ORIGINS', KEY, KEY, /ACTION_ORIGINS is a list of 1\. Expected https origins/],
  ['ANSWER_FIELDS', `__proto__ ${KEY}`, KEY, /ANSWER_FIELDS is a list of 2\. Expected names of members/],
  ['LIMIT_REQUESTS_PER_MINUTE', '4242424242424242', '4242424242424242', /LIMIT_REQUESTS_PER_MINUTE is a text of 16/],
  ['PAYMENTS_FUNCTIONS', WORD, WORD, /PAYMENTS_FUNCTIONS is a module that cannot be loaded/],
  ['LOG_REQUESTS', WORD.slice(0, 6), WORD.slice(0, 6), /LOG_REQUESTS is a text of 6 characters\. Expected "true"/],
  ['ORDER_TOKEN_SECRET_FILE', WORD, WORD, /ORDER_TOKEN_SECRET_FILE is not a file that can be read/],
];

async function checkFile(t: TestContext, lines: string) {
  const file = join(await temporaryFolder(t), 'payments.env');
  await writeFile(file, lines);
  const { PAYMENTS_API_KEY: _key, PAYMENTS_MODE: _mode, ...env } = VALID;
  return outputOf(proxy, env, 'start', '--check', '--config', file);
}

function without(name: string) {
  const own = name.replace(/_FILE$/, '');
  return Object.fromEntries(Object.entries(VALID).filter(([other]) => other !== own));
}

describe('the program shows what is wrong and no secret', () => {
  for (const [what, lines, secret, expected] of FILES) {
    it(`for a file with ${what}`, async (t) => {
      const { output } = await checkFile(t, lines);
      assert.match(output, expected);
      assertHidden(output, secret);
    });
  }

  for (const [name, value, secret, expected] of VALUES) {
    it(`for ${name}=${JSON.stringify(value)}`, async () => {
      const { output } = await outputOf(proxy, { ...without(name), [name]: value }, 'start', '--check');
      assert.match(output, expected);
      assertHidden(output, secret);
    });
  }

  for (const LISTEN of [`${WORD}.invalid:4300`, `unix:/dev/null/${WORD}`]) {
    it(`in the log, if it cannot listen at ${LISTEN}`, async () => {
      const { output } = await outputOf(proxy, { ...VALID, LISTEN }, 'start');
      assert.match(output, /"event":"not_listening".*"setting":"LISTEN"/);
      assertHidden(output, WORD);
    });
  }

  const BAD_STORES = [`lmdb:/nowhere/${WORD}`, `postgres://shop:${WORD}@127.0.0.1:1/shop`, WORD];
  for (const PAYMENTS_STORE of BAD_STORES) {
    for (const words of ['attempts', 'resolve order-1 succeeded', 'store check']) {
      it(`for ${words} with the store ${PAYMENTS_STORE}`, async () => {
        const { code, output } = await outputOf(proxy, { ...VALID, PAYMENTS_STORE }, ...words.split(' '));
        assert.equal(code, 1);
        assertHidden(output, WORD);
      });
    }
  }

  for (const [main, words] of [
    [proxy, KEY],
    [proxy, `start ${KEY}`],
    [proxy, `start --${KEY}`],
    [proxy, `start --check=${KEY}`],
    [proxy, `start --config ${KEY}`],
    [proxy, `attempts --since ${KEY}`],
    [proxy, `resolve order-1 ${KEY}`],
    [testing, `sandbox --port ${KEY}`],
    [testing, `sandbox --scenario ${KEY}`],
    [testing, `sandbox ${KEY}`],
    [testing, `check-proxy ${KEY}`],
    [testing, `check-proxy http://shop:${KEY}@127.0.0.1/pay`],
    [testing, `check-proxy http://127.0.0.1/pay --service ${KEY}`],
    [testing, `init /dev/null/${KEY}`],
  ] as const) {
    it(`for the arguments ${words}`, async () => {
      const { code, output } = await outputOf(main, VALID, ...words.split(' '));
      assert.notEqual(code, 0);
      assertHidden(output, WORD);
    });
  }

  it('for an error that nobody expects, and where it happened', async () => {
    const fail = () => Promise.reject(new TypeError(`Invalid URL: ${KEY}`));
    const commands = { fail: { purpose: '', load: fail } };
    const { output } = await outputOf(createProgram({ name: '', purpose: '', commands, example: '' }), {}, 'fail');
    assert.match(output, /^The program has failed \(TypeError\)\.\n {4}at Object\.fail .*secrets\.test\.ts/);
    assertHidden(output, WORD);
  });
});
