import { parseConfig } from '../../contract/parse.js';
import { encryptionKeyProblem } from '../../contract/encryption-key.js';
import { createRedactor, type Redactor } from '../../proxy/redact.js';
import { parseAnswer, PAYMENTS_MODE, toMode } from '../../contract/protocol.js';
import { holdsSecret } from '../../contract/secrets.js';
import { failure, unchecked, warning, type Group, type Verdict } from '../check.js';
import type { Answer } from '../http.js';
import { describe, isGood, jsonOf } from '../prober.js';

/** Nobody is on the way there. */
const THIS_MACHINE = /^(localhost|\[::1\]|127(\.\d+){3})$/;

/** What says that nobody keeps an answer, or guesses its type. */
const NOT_KEPT = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;

const MEMBERS = ['mode', 'idempotency', 'recovery'] as const;

/** What a proxy says of itself. All of it is optional; what is said has to be true. */
export const mode: Group = {
  name: 'Mode and configuration',
  checks: [
    {
      id: 'config',
      proves: 'GET …/config is absent (404), or as the contract has it',
      mend: 'Answer JSON with mode "test" or "live", idempotency and recovery true or false, encryption_key a JWK or null; or 404.',
      harmless: true,
      run: ({ configAnswer }) => Promise.resolve(flawOf(configAnswer)),
    },
    {
      id: 'mode-said',
      proves: 'The proxy says whether its key is a Test or a Live key',
      mend: `Put ${PAYMENTS_MODE}: test (or live) on every answer, errors too: the banner that says "Test mode" comes from it.`,
      harmless: true,
      run({ answers, mode: known, hasTwoModes }) {
        if (known === undefined && !hasTwoModes) {
          return Promise.resolve(warning('It does not: make sure that it is a Test key while you check.'));
        }
        const silent = answers.filter(({ headers }) => !headers.has(PAYMENTS_MODE));
        const [first] = silent;
        if (!first) return Promise.resolve(undefined);
        const text = `${silent.length} of ${answers.length} answers had no ${PAYMENTS_MODE}, the first of them`;
        return Promise.resolve(warning(`${text} ${nameOf(first)}.`));
      },
    },
    {
      id: 'mode-same',
      proves: `${PAYMENTS_MODE} is the same everywhere, and the mode of /config`,
      mend: 'Take both from one setting, beside the key: a page that believes the wrong one moves real money, or none.',
      harmless: true,
      run({ answers, apiKeys, mode: known, hasTwoModes }) {
        const wrong = answers.find(({ headers }) => {
          const said = headers.get(PAYMENTS_MODE);
          return said !== null && toMode(said) === undefined;
        });
        if (wrong) {
          const said = quote(wrong.headers.get(PAYMENTS_MODE) ?? '', createRedactor([...apiKeys]));
          const text = `${PAYMENTS_MODE} is ${said}, neither test nor live`;
          return Promise.resolve(failure(`${text}, ${nameOf(wrong)}.`));
        }
        if (hasTwoModes) return Promise.resolve(failure('Both test and live were said.'));
        return Promise.resolve(known ? undefined : unchecked('It does not say its mode.'));
      },
    },
    {
      id: 'live-over-tls',
      proves: 'A Live key is not used over plain HTTP',
      mend: 'Give pages an https address of the proxy, and answer no payment on the other: cards could be read on the way.',
      harmless: true,
      run({ settings: { url, live }, mode: known, hasTwoModes }) {
        const isReadable = url.protocol === 'http:' && !THIS_MACHINE.test(url.hostname);
        const isLive = live && known !== 'test';
        if (isReadable && isLive) return Promise.resolve(failure(`${url.origin} is no https address.`));
        const isKnown = known !== undefined || hasTwoModes || url.protocol === 'https:';
        return Promise.resolve(isKnown ? undefined : unchecked('It does not say whether its key is a Live key.'));
      },
    },
    {
      id: 'caching',
      proves: 'No cache keeps an answer, and no browser guesses its type',
      mend: 'Put Cache-Control: no-store and X-Content-Type-Options: nosniff on every answer.',
      harmless: true,
      run({ answers }) {
        const missing = NOT_KEPT.flatMap(([name, value]) => {
          const without = answers.find(({ headers }) => !headers.get(name)?.toLowerCase().includes(value));
          return without ? [`${name}: ${value} is not on every answer, first not ${nameOf(without)}.`] : [];
        });
        return Promise.resolve(missing.length > 0 ? warning(missing.join(' ')) : undefined);
      },
    },
  ],
};

/** Which answer it is. */
const nameOf = ({ to, status }: Answer) => `on ${to} (${status})`;

/** What a header says, unless it could be something that nobody should read: mode and key are set beside each other. */
const quote = (text: string, redactor: Redactor) =>
  /^[\w ,;=-]{0,30}$/.test(text) && !holdsSecret(text) && redactor.text(text) === text
    ? `"${text}"`
    : `something of ${text.length} characters`;

function flawOf(answer: Answer): Verdict | undefined {
  if (answer.status === 408 || answer.status === 429 || answer.status >= 500) {
    return failure(`It was answered ${describe(answer)}: the widget asks again and again.`);
  }
  if (answer.status === 404) return undefined;
  if (!isGood(answer)) {
    const isRedirect = answer.status >= 300 && answer.status < 400;
    const what = isRedirect ? 'a redirect, which the widget does not follow' : 'which is not to be absent';
    return warning(`It was answered ${describe(answer)}, ${what}: the widget assumes nothing.`);
  }
  const { kind } = parseAnswer(answer.text, answer.headers);
  const json = jsonOf(answer);
  if (kind !== 'json' || typeof json !== 'object' || json === null || Array.isArray(json)) {
    return warning('It is answered, but not with a JSON object, so the widget assumes nothing.');
  }
  const parsed = parseConfig(json) ?? {};
  const wrong = MEMBERS.filter((name) => name in json && parsed[name] === undefined);
  if (wrong.length > 0) return failure(`Wrong: ${wrong.join(', ')}.`);
  const { encryption_key: key } = parsed;
  if (key === undefined || key === null) return undefined;
  const problem = encryptionKeyProblem(key, Date.now());
  return problem ? failure(`encryption_key ${problem}`) : undefined;
}
