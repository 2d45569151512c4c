import {
  ATTEMPT_NOT_FOUND,
  PAYMENTS_MODE,
  holdsSecret,
  isPaymentErrorCode,
  parseAnswer,
  parseConfig,
  toMode,
} from 'payment-widget/contract';
import { createRedactor } from 'payment-widget-proxy/internal';
import { failure, unchecked, warning, type Group, type Verdict } from '../check.js';
import {
  bodyContains,
  hasStackTrace,
  inWords,
  isProblem,
  isStackTrace,
  isSuccess,
  jsonOf,
  textContains,
  type ProxyResponse,
} from '../responses.js';

const REQUIRED_HEADERS = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;

const LOCALHOST = /^(localhost|\[::1\]|127(\.\d+){3})$/;

/** Rules for every response. Runs last: the other checks cause the responses. */
export const allResponses: Group = {
  name: 'All responses',
  harmless: true,
  checks: {
    problem: {
      proves: "The proxy's own errors are problem documents (RFC 9457) with code and outcome",
      fix: 'Return application/problem+json with type, title, status, detail, a code from the contract, and outcome "not_charged" or "unknown".',
      async run(probe) {
        const { service } = probe.settings;
        const before = service?.received.length;
        const errors = [
          await probe.send({ method: 'GET' }),
          await probe.send({ headers: { 'Content-Type': 'text/plain' }, body: '{}' }),
        ];
        if (service?.received.length !== before) {
          return unchecked('The proxy created no errors. It forwards everything.');
        }
        const own = errors.filter((error) => error.status >= 400 && (probe.reachesService || isProblem(error)));
        const problems = own.flatMap((error) => problemOf(error) ?? []);
        if (problems.length > 0) return warning(`${problems.join('; ')}.`);
        return own.length > 0 ? undefined : unchecked('Cannot tell errors of the proxy from errors of the service.');
      },
    },
    config: {
      proves: 'GET …/config is absent (404), or has mode, idempotency and recovery as in the contract',
      run: ({ configResponse }) => checkConfig(configResponse),
    },
    'mode-said': {
      proves: 'The proxy reports whether its key is a Test or a Live key',
      fix: `Add ${PAYMENTS_MODE}: test (or live) to every response, including errors. The widget shows its test mode banner accordingly.`,
      run({ responses, mode, hasMixedModes }) {
        if (!mode && !hasMixedModes) {
          return warning('The proxy does not report its mode. Make sure that it has a Test key during the checks.');
        }
        const silent = responses.filter(({ headers }) => !headers.has(PAYMENTS_MODE));
        const [first] = silent;
        const count = `${silent.length} of ${responses.length} responses`;
        return first && warning(`${PAYMENTS_MODE} is missing on ${count}, first on ${nameOf(first)}.`);
      },
    },
    'mode-same': {
      proves: `${PAYMENTS_MODE} is the same on every response and in /config`,
      fix: 'Take both from one setting next to the key. With the wrong mode, a test moves real money or a real payment moves none.',
      run({ responses, mode, hasMixedModes }) {
        const isWrong = (value: string | null) => value !== null && toMode(value) === undefined;
        const wrong = responses.find(({ headers }) => isWrong(headers.get(PAYMENTS_MODE)));
        // The value may be a secret: mode and key are configured side by side.
        if (wrong) return failure(`${PAYMENTS_MODE} is neither test nor live on ${nameOf(wrong)}.`);
        if (hasMixedModes) return failure('The proxy reports both test and live.');
        return mode ? undefined : unchecked('The proxy does not report its mode.');
      },
    },
    'live-over-tls': {
      proves: 'A Live key is not used over plain HTTP, where others can read the card',
      run({ settings: { url, live }, mode, hasMixedModes }) {
        if (url.protocol === 'https:') return undefined;
        const isReadable = !LOCALHOST.test(url.hostname);
        if (isReadable && live && mode !== 'test') return failure(`${url.origin} does not use https.`);
        const isKnown = mode !== undefined || hasMixedModes;
        return isKnown ? undefined : unchecked('The proxy does not report whether it has a Live key.');
      },
    },
    caching: {
      proves: 'Every response has Cache-Control: no-store and X-Content-Type-Options: nosniff',
      run({ responses }) {
        const missing = REQUIRED_HEADERS.flatMap(([name, value]) => {
          const without = responses.find(({ headers }) => !headers.get(name)?.toLowerCase().includes(value));
          return without ? [`${name}: ${value} is not on every response, first missing on ${nameOf(without)}.`] : [];
        });
        return missing.length > 0 ? warning(missing.join(' ')) : undefined;
      },
    },
    'no-key': {
      proves: 'No response contains the API key, verbatim or URL-encoded',
      fix: 'Find the source: error pages that print the request, debug headers or the environment. Then replace the key, because it has leaked.',
      run({ responses, apiKeys }) {
        const redactor = createRedactor([...apiKeys]);
        const where = find(
          responses,
          (response) => bodyContains(response, redactor) || holdsSecret(response.text),
          (header) => textContains(header, redactor) || holdsSecret(header),
        );
        if (where) return failure(`The key is in ${where}.`);
        if (apiKeys.size > 0) return undefined;
        return unchecked('Only texts that look like a key were searched for. Set PAYMENTS_API_KEY, or add --service.');
      },
    },
    'no-card': {
      proves: 'No response contains the card number, with or without separators, or the security code',
      fix: 'Do not repeat the request in responses or error pages. Card data in responses ends up in logs.',
      harmless: false, // without a payment, no card was sent
      run({ responses, card }) {
        const redactor = createRedactor([]);
        const where = find(
          responses,
          (response) => bodyContains(response, redactor, { card }),
          (header) => textContains(header, redactor, { card }),
        );
        return where ? failure(`Card data is in ${where}.`) : undefined;
      },
    },
    'no-stack': {
      proves: 'No response contains a stack trace, as in debug mode',
      run({ responses }) {
        const where = find(responses, hasStackTrace, isStackTrace);
        return where ? warning(`A stack trace is in ${where}.`) : undefined;
      },
    },
  },
};

function problemOf(response: ProxyResponse): string | undefined {
  if (!isProblem(response)) {
    return `${response.status}: the Content-Type is "${response.headers.get('Content-Type') ?? ''}"`;
  }
  const { type, title, status, detail, code, outcome } = (jsonOf(response) ?? {}) as Readonly<Record<string, unknown>>;
  const isRight =
    [type, title, detail].every((text) => typeof text === 'string') &&
    status === response.status &&
    (isPaymentErrorCode(code) || code === ATTEMPT_NOT_FOUND) &&
    (outcome === 'not_charged' || outcome === 'unknown');
  return isRight ? undefined : `${response.status}: a member is missing or wrong`;
}

const nameOf = ({ request, status }: ProxyResponse) => `${request} (${status})`;

function checkConfig(response: ProxyResponse): Verdict | undefined {
  const { status } = response;
  if (status === 404) return undefined;
  const found = `The proxy returned ${inWords(response)}`;
  if (status === 408 || status === 429 || status >= 500)
    return failure(`${found}, so the widget retries again and again.`);
  const { kind } = parseAnswer(response.text, response.headers);
  const json = jsonOf(response);
  if (!isSuccess(response) || kind !== 'json' || typeof json !== 'object' || json === null || Array.isArray(json)) {
    return warning(`${found} and no JSON object. The widget ignores it.`);
  }
  const parsed = parseConfig(json) ?? {};
  const names = ['mode', 'idempotency', 'recovery'] as const;
  const wrong = names.filter((name) => name in json && parsed[name] === undefined);
  return wrong.length > 0 ? failure(`Invalid values: ${wrong.join(', ')}.`) : undefined;
}

function find(
  responses: readonly ProxyResponse[],
  bodyHolds: (response: ProxyResponse) => boolean,
  holds: (header: string) => boolean,
): string | undefined {
  const seen = new Set<string>(); // most are identical
  const isNew = (text: string) => !seen.has(text) && seen.add(text);
  for (const response of responses) {
    if (isNew(response.text) && bodyHolds(response)) return `the body of a response with status ${response.status}`;
    for (const [name, value] of response.headers) if (isNew(value) && holds(value)) return `the header ${name}`;
  }
  return undefined;
}
