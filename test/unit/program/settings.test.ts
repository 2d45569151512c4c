import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { toOptions } from 'payment-widget-proxy/command/proxy-command';
import { findSettings, IN_SETTINGS, readProgramSettings } from 'payment-widget-proxy/command/settings';
import { messageOf } from 'payment-widget-proxy/log/events';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const SECRET = 'a secret of 32 bytes or more, for tests';

const VALID = {
  PAYMENTS_BASE_URL: 'https://service.example',
  PAYMENTS_API_KEY: 'sk_test_1',
  PAYMENTS_MODE: 'test',
  PAYMENTS_STORE: 'memory:',
  ORDER_TOKEN_SECRET: SECRET,
};

/** What is wrong with settings, as the program prints it. */
async function problemsOf(env: Readonly<Record<string, string>>, file?: string): Promise<string[]> {
  const { settings, problems } = findSettings(env, file);
  return (await toOptions(settings, problems)).problems.map(({ text }) => text);
}

describe('settings', () => {
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('have defaults', () => {
    const { PAYMENTS_STORE, LISTEN } = readProgramSettings({}, undefined, ['PAYMENTS_STORE', 'LISTEN']);
    assert.deepEqual([PAYMENTS_STORE, LISTEN], ['lmdb:./payment-attempts', { host: '127.0.0.1', port: 4300 }]);
  });

  it('come from the environment before the file', () => {
    const file = write('both.env', 'PAYMENTS_MODE=test\nBRANDS="visa, amex"\n');
    const { PAYMENTS_MODE, BRANDS } = readProgramSettings({ PAYMENTS_MODE: 'live' }, file, ['PAYMENTS_MODE', 'BRANDS']);
    assert.deepEqual([PAYMENTS_MODE, BRANDS], ['live', ['visa', 'amex']]);
  });

  it('may come from a file of an editor on Windows', () => {
    const file = write('windows.env', '\uFEFFPAYMENTS_MODE=test\r\n\r\nBRANDS="visa\r\n amex"\r\n');
    const { PAYMENTS_MODE, BRANDS } = readProgramSettings({}, file, ['PAYMENTS_MODE', 'BRANDS']);
    assert.deepEqual([PAYMENTS_MODE, BRANDS], ['test', ['visa', 'amex']]);
  });

  it('of the file may follow export, and have spaces around the equals sign', () => {
    const file = write('export.env', "export PAYMENTS_MODE = 'test'\n");
    const { PAYMENTS_MODE } = readProgramSettings({}, file, ['PAYMENTS_MODE']);
    assert.equal(PAYMENTS_MODE, 'test');
  });

  it('come from a file that the setting names, without its last line break', () => {
    const PAYMENTS_API_KEY_FILE = write('key', 'sk_test_2\n');
    const { PAYMENTS_API_KEY } = readProgramSettings({ PAYMENTS_API_KEY_FILE }, undefined, ['PAYMENTS_API_KEY']);
    assert.equal(PAYMENTS_API_KEY, 'sk_test_2');
  });

  it('may be valid', async () => {
    assert.deepEqual(await problemsOf(VALID), []);
  });

  it('turn a limit off with none', async () => {
    assert.deepEqual(await problemsOf({ ...VALID, LIMIT_ATTEMPTS_PER_CLIENT: 'none' }), []);
  });

  for (const [name, value, expected] of [
    ['PAYMENTS_BASE_URL', 'api.example', /^PAYMENTS_BASE_URL is not valid\. Expected an absolute http/],
    ['PAYMENTS_BASE_URL', 'https://api.example/', /^PAYMENTS_BASE_URL is "https:\/\/api\.example", a placeholder/],
    ['PAYMENTS_BASE_URL', 'http://localhost:6000', /^PAYMENTS_BASE_URL uses port 6000, which fetch blocks/],
    ['OLD_PAYMENTS_API_KEY', 'sandbox_test_…', /^OLD_PAYMENTS_API_KEY is "sandbox_test_…", a placeholder/],
    ['ORDER_TOKEN_SECRET', 'replace-this-with-32-random-characters', /^ORDER_TOKEN_SECRET is "replace-this-/],
    ['PAYMENTS_API_KEY', 'sk_live_1', /^PAYMENTS_MODE is "test", but PAYMENTS_API_KEY contains "_live_"/],
    ['PAYMENTS_API_KEY', 'sk test', /^PAYMENTS_API_KEY is missing or invalid/],
    ['OLD_PAYMENTS_API_KEY', 'sk_test_1', /^PAYMENTS_API_KEY is missing or invalid.*two different ones/],
    ['PAYMENTS_MODE', 'prod', /^PAYMENTS_MODE is "prod"\. Expected "test" or "live"\.$/],
    ['PAYMENTS_STORE', './folder', /^PAYMENTS_STORE is not valid\. Expected "lmdb:/],
    ['PAYMENTS_STORE', 'lmdb:/dev/null/payments', /^PAYMENTS_STORE is a folder that cannot be written/],
    ['ORDER_TOKEN_SECRET', 'short', /^ORDER_TOKEN_SECRET is missing or too short/],
    ['ORDER_TOKEN_SECRET', 'x'.repeat(40), /^ORDER_TOKEN_SECRET is easy to guess/],
    ['PAYMENTS_API_KEY', 'undefined', /^PAYMENTS_API_KEY is "undefined", which stands for a missing value/],
    ['PAYMENTS_API_KEY', 'changeme', /^PAYMENTS_API_KEY is "changeme", a placeholder/],
    ['PAYMENTS_MODE', 'null', /^PAYMENTS_MODE is "null", which stands for a missing value/],
    ['TRUST_BROWSER_AMOUNT', 'true', /^ORDER_TOKEN_SECRET and TRUST_BROWSER_AMOUNT exclude each other/],
    ['TRUST_BROWSER_AMOUNT', 'yes', /^TRUST_BROWSER_AMOUNT is "yes"\. Expected "true" or "false"\.$/],
    ['FRAME_ANCESTORS', 'https://shop.example *', /^FRAME_ANCESTORS is a list of 2\. Expected https origins/],
    ['FRAME_CURRENCY_EXPONENTS', '{}', /^FRAME_CURRENCY_EXPONENTS needs FRAME_ANCESTORS/],
    ['FRAME_FONTS', '[]', /^FRAME_FONTS needs FRAME_ANCESTORS/],
    ['FRAME_FONTS', 'Inter', /^FRAME_FONTS is not JSON/],
    ['PRICE_URL', 'http://127.0.0.1/price', /^PRICE_URL needs PRICE_SECRET/],
    ['PRICE_SECRET', SECRET, /^PRICE_SECRET needs PRICE_URL/],
    ['SETTLED_URL', 'https://shop.example/settled', /^SETTLED_URL needs SETTLED_SECRET/],
    [
      'ALLOWED_ORIGINS',
      'https://shop.example/',
      /^ALLOWED_ORIGINS contains a text of 21 characters\. Expected origins/,
    ],
    [
      'ALLOWED_ORIGINS',
      'capacitor://localhost https://*.shop.example',
      /^ALLOWED_ORIGINS contains a text of 22 characters, which matches no page/,
    ],
    ['LISTEN', '3000', /^LISTEN is "3000"\. Expected an address/],
    ['LISTEN', '::1:3000', /^LISTEN is a text of 8 characters\. Expected an address/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /^TRUSTED_PROXIES contains a text of 11 characters\. Expected IP/],
    ['BRANDS', 'visa mastercrd', /^BRANDS contains a text of 9 characters\. Expected names out of: visa/],
    ['ACTION_ORIGINS', 'acs.example', /^ACTION_ORIGINS is a list of 1\. Expected https origins/],
    ['ANSWER_FIELDS', '__proto__', /^ANSWER_FIELDS is /],
    ['LIMIT_ATTEMPTS_PER_CLIENT', '0', /^LIMIT_ATTEMPTS_PER_CLIENT is "0"\. Expected a positive integer, or "none"\.$/],
    [
      'PAYMENTS_FUNCTIONS',
      './nowhere.mjs',
      /^PAYMENTS_FUNCTIONS is a module that cannot be loaded \(ERR_MODULE_NOT_FOUND\)/,
    ],
    ['PRICE_SECRET_FILE', '/nowhere', /^PRICE_SECRET_FILE is not a file that can be read \(ENOENT\)/],
    ['BRANDS', '', /^BRANDS is empty\. Expected a value, or remove it\.$/],
  ] as const) {
    it(`say what is wrong with ${name}=${value}`, async () => {
      const problems = await problemsOf({ ...VALID, [name]: value });
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0] ?? '', expected);
    });
  }

  it('say that a secret of webhooks is easy to guess', async () => {
    const wrong = { SETTLED_URL: 'https://shop.example/settled', SETTLED_SECRET: `whsec_${'A'.repeat(32)}` };
    assert.match((await problemsOf({ ...VALID, ...wrong })).join(), /^SETTLED_SECRET is easy to guess/);
  });

  const urls = (url: string) => ({
    PRICE_URL: url,
    PRICE_SECRET: SECRET,
    SETTLED_URL: url,
    SETTLED_SECRET: 'whsec_c2VjcmV0IG9mIHRoZSBzaG9wLCAzMiBieXRlcw==',
  });

  for (const [url, wrong] of [
    ['https://shop.example/', []],
    ['http://localhost:8000', []],
    ['http://127.9.9.9/', []],
    ['http://[::1]:8000/', []],
    ['http://shop.example/', ['PRICE_URL is http', 'SETTLED_URL is http']],
    ['http://10.0.0.1/', ['PRICE_URL is http', 'SETTLED_URL is http']],
    ['http://localhost.shop.example/', ['PRICE_URL is http', 'SETTLED_URL is http']],
    ['http://a.localhost/', ['PRICE_URL is http', 'SETTLED_URL is http']],
  ] as const) {
    it(`send what they sign to ${url}${wrong.length > 0 ? ' never, since others can read it' : ''}`, async () => {
      const problems = await problemsOf({ ...VALID, ...urls(url) });
      assert.deepEqual(problems.map((text) => text.split('.')[0]), wrong); // prettier-ignore
    });
  }

  it('are reported if they are missing, without consequences of that', async () => {
    const names = (await problemsOf({})).map((text) => text.split(' ')[0]);
    assert.deepEqual(names, ['PAYMENTS_BASE_URL', 'PAYMENTS_API_KEY', 'PAYMENTS_MODE', 'ORDER_TOKEN_SECRET']);
  });

  it('never contain a secret in what is wrong with them', async () => {
    const secrets = {
      PAYMENTS_API_KEY: 'hunter2 hunter2',
      OLD_PAYMENTS_API_KEY: 'hunter2',
      ORDER_TOKEN_SECRET: 'hunter2',
      PRICE_SECRET: 'hunter2',
      PRICE_URL: 'http://shop:hunter2@127.0.0.1/',
      SETTLED_SECRET: 'hunter2',
      SETTLED_URL: 'http://shop:hunter2@127.0.0.1/',
      PAYMENTS_STORE: 'redis:hunter2@127.0.0.1',
      OLD_ORDER_TOKEN_SECRET_FILE: 'hunter2', // instead of a path
    };
    const problems = await problemsOf({ ...VALID, ...secrets });
    assert.deepEqual(
      problems.filter((text) => text.includes('hunter2')),
      [],
    );
  });

  it('of the file have known names', async () => {
    const file = write('unknown.env', 'PAYMENTS_MODE=test\nALLOWED_ORIGIN=https://shop.example\nCOLOR=red\n');
    assert.deepEqual(await problemsOf(VALID, file), [
      `Line 2 of ${file} does not name a setting. For all settings, see --help.`,
      `Line 3 of ${file} does not name a setting. For all settings, see --help.`,
    ]);
  });

  for (const after of ['', 'PAYMENTS_MODE=test\n']) {
    it(`of the file have lines that are assignments, and a wrong one is not shown ${after}`, async () => {
      const file = write('secret.env', `# one\nBRANDS='visa\n amex'\nPAYMENTS_API_KEY sk_test_hunter2\n${after}`);
      assert.deepEqual(await problemsOf(VALID, file), [`Line 4 of ${file} is not valid. Expected NAME=value.`]);
    });
  }

  it('are both in the environment and in a file of their own by mistake only', async () => {
    const problems = await problemsOf({ ...VALID, PAYMENTS_API_KEY_FILE: write('key2', 'x') });
    assert.deepEqual(problems, ['PAYMENTS_API_KEY and PAYMENTS_API_KEY_FILE are both set. Remove one of them.']);
  });

  it('are named in messages, instead of the options in JavaScript', async () => {
    const problems = await problemsOf({ ...VALID, PAYMENTS_MODE: 'live', PAYMENTS_STORE: 'memory:' });
    const memory = problems.find((text) => text.startsWith('PAYMENTS_STORE'));
    assert.match(memory ?? '', /set ALLOW_MEMORY_STORE=true\.$/);
  });

  it('are named in log lines', () => {
    const expected = 'The payments service rejected the API key. Check PAYMENTS_API_KEY and PAYMENTS_BASE_URL.';
    assert.equal(messageOf('key_refused', IN_SETTINGS), expected);
  });

  it('give the old key and secret beside the new ones', async () => {
    const old = { OLD_PAYMENTS_API_KEY: 'sk_test_0', OLD_ORDER_TOKEN_SECRET: `old ${SECRET}` };
    const { settings, problems } = findSettings({ ...VALID, ...old });
    const { options } = await toOptions(settings, problems);
    assert.deepEqual(
      [options.apiKey, options.orderTokenSecret],
      [
        ['sk_test_1', 'sk_test_0'],
        [SECRET, `old ${SECRET}`],
      ],
    );
  });

  it('choose functions of a module', async () => {
    const PAYMENTS_FUNCTIONS = write('functions.mjs', `export const networksOf = () => ['visa', 'dankort'];`);
    const { settings, problems } = findSettings({ ...VALID, PAYMENTS_FUNCTIONS });
    const { options } = await toOptions(settings, problems);
    assert.deepEqual(await options.networksOf?.('42424242'), ['visa', 'dankort']);
  });

  it('do not accept other functions', async () => {
    const PAYMENTS_FUNCTIONS = write('others.mjs', `export const resolvePayment = () => undefined;`);
    const [problem = ''] = await problemsOf({ ...VALID, PAYMENTS_FUNCTIONS });
    assert.match(
      problem,
      /exports something else\. Expected functions named buildRequest, interpretResponse, networksOf\.$/,
    );
  });
});
