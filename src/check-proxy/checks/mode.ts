import { parseConfig } from '../../contract/parse.js';
import { createRedactor, type Redactor } from '../../proxy/redact.js';
import { parseAnswer, PAYMENTS_MODE, toMode } from '../../contract/protocol.js';
import { holdsSecret } from '../../contract/secrets.js';
import { failure, unchecked, warning, type Group, type Verdict } from '../check.js';
import type { ProxyResponse } from '../http.js';
import { describe, isRedirect, isSuccess, jsonOf } from '../responses.js';

const LOCALHOST = /^(localhost|\[::1\]|127(\.\d+){3})$/;

const REQUIRED_HEADERS = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;

const MEMBERS = ['mode', 'idempotency', 'recovery'] as const;

/** What a proxy reports about itself. All of it is optional, but must be correct. */
export const mode: Group = {
  name: 'Mode and configuration',
  checks: [
    {
      id: 'config',
      proves: 'GET …/config is absent (404) or matches the contract',
      fix: 'Return JSON with mode "test" or "live", and idempotency and recovery as booleans. Or return 404.',
      harmless: true,
      run: ({ configResponse }) => checkConfig(configResponse),
    },
    {
      id: 'mode-said',
      proves: 'The proxy reports whether its key is a Test or a Live key',
      fix: `Add ${PAYMENTS_MODE}: test (or live) to every response, including errors. The widget shows its test mode banner accordingly.`,
      harmless: true,
      run({ responses, mode: known, hasMixedModes }) {
        if (known === undefined && !hasMixedModes) {
          return warning('The proxy does not report its mode. Make sure that it has a Test key during the checks.');
        }
        const silent = responses.filter(({ headers }) => !headers.has(PAYMENTS_MODE));
        const [first] = silent;
        if (!first) return undefined;
        return warning(
          `${PAYMENTS_MODE} is missing on ${silent.length} of ${responses.length} responses, first on ${nameOf(first)}.`,
        );
      },
    },
    {
      id: 'mode-same',
      proves: `${PAYMENTS_MODE} is the same on every response and in /config`,
      fix: 'Take both from one setting next to the key. With the wrong mode, a test moves real money or a real payment moves none.',
      harmless: true,
      run({ responses, apiKeys, mode: known, hasMixedModes }) {
        const wrong = responses.find(({ headers }) => {
          const value = headers.get(PAYMENTS_MODE);
          return value !== null && toMode(value) === undefined;
        });
        if (wrong) {
          const value = quote(wrong.headers.get(PAYMENTS_MODE) ?? '', createRedactor([...apiKeys]));
          return failure(`${PAYMENTS_MODE} is ${value} on ${nameOf(wrong)}. Expected test or live.`);
        }
        if (hasMixedModes) return failure('The proxy reports both test and live.');
        return known ? undefined : unchecked('The proxy does not report its mode.');
      },
    },
    {
      id: 'live-over-tls',
      proves: 'A Live key is not used over plain HTTP',
      fix: 'Serve the proxy over https and refuse payments over http, where others can read the card.',
      harmless: true,
      run({ settings: { url, live }, mode: known, hasMixedModes }) {
        const isReadable = url.protocol === 'http:' && !LOCALHOST.test(url.hostname);
        const isLive = live && known !== 'test';
        if (isReadable && isLive) return failure(`${url.origin} does not use https.`);
        const isKnown = known !== undefined || hasMixedModes || url.protocol === 'https:';
        return isKnown ? undefined : unchecked('The proxy does not report whether it has a Live key.');
      },
    },
    {
      id: 'caching',
      proves: 'Responses are not cached, and browsers do not guess their type',
      fix: 'Add Cache-Control: no-store and X-Content-Type-Options: nosniff to every response.',
      harmless: true,
      run({ responses }) {
        const missing = REQUIRED_HEADERS.flatMap(([name, value]) => {
          const without = responses.find(({ headers }) => !headers.get(name)?.toLowerCase().includes(value));
          return without ? [`${name}: ${value} is not on every response, first missing on ${nameOf(without)}.`] : [];
        });
        return missing.length > 0 ? warning(missing.join(' ')) : undefined;
      },
    },
  ],
};

const nameOf = ({ request, status }: ProxyResponse) => `${request} (${status})`;

/** Quotes a header value, unless it may be a secret: mode and key are configured side by side. */
const quote = (text: string, redactor: Redactor) =>
  /^[\w ,;=-]{0,30}$/.test(text) && !holdsSecret(text) && redactor.text(text) === text
    ? `"${text}"`
    : `a text of ${text.length} characters`;

function checkConfig(response: ProxyResponse): Verdict | undefined {
  if (response.status === 408 || response.status === 429 || response.status >= 500) {
    return failure(`The proxy returned ${describe(response)}, so the widget retries again and again.`);
  }
  if (response.status === 404) return undefined;
  if (!isSuccess(response)) {
    const redirect = isRedirect(response) ? ', a redirect, which the widget does not follow' : '';
    return warning(`The proxy returned ${describe(response)}${redirect}. The widget ignores it.`);
  }
  const { kind } = parseAnswer(response.text, response.headers);
  const json = jsonOf(response);
  if (kind !== 'json' || typeof json !== 'object' || json === null || Array.isArray(json)) {
    return warning('The response is not a JSON object. The widget ignores it.');
  }
  const parsed = parseConfig(json) ?? {};
  const wrong = MEMBERS.filter((name) => name in json && parsed[name] === undefined);
  return wrong.length > 0 ? failure(`Invalid values: ${wrong.join(', ')}.`) : undefined;
}
