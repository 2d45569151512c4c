import {
  CONFIG_PATH,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  JSON_TYPE,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  RETRY_AFTER,
} from '../../contract/protocol.js';
import { failure, warning, type Group, type Verdict } from '../check.js';
import type { Answer } from '../http.js';
import { describe, isGood, isSentAndRefused, SENT_AND_REFUSED, type Prober } from '../prober.js';

const FOREIGN = 'https://check-proxy.invalid';
/** What the widget reads, beside the body. */
const EXPOSED = [PAYMENTS_MODE, RETRY_AFTER, IDEMPOTENCY_REPLAYED, 'Date'];
const ASKED = {
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'content-type,idempotency-key',
};

/** Pages elsewhere. */
export const origins: Group = {
  name: 'Origins',
  checks: [
    {
      id: 'foreign-page',
      proves: 'A payment from a page of another site is refused',
      mend: 'Answer 403 when Sec-Fetch-Site is cross-site, or Origin is neither your own nor one of your list.',
      needs: ['payment'],
      async run(probe) {
        let verdict: Verdict | undefined;
        // Not every browser says Sec-Fetch-Site.
        for (const site of ['cross-site', undefined]) {
          const paid = await probe.pay({ headers: { Origin: FOREIGN, 'Sec-Fetch-Site': site } });
          if (isSentAndRefused(paid)) return failure(SENT_AND_REFUSED);
          const { answer } = paid;
          if (!isGood(answer)) continue;
          const allowed = answer.headers.get('Access-Control-Allow-Origin');
          if (allowed === FOREIGN || allowed === '*') return failure('It was taken, and the page may read the answer.');
          verdict ??= warning(`${site ? 'It' : 'With the Origin alone it'} was answered ${describe(answer)}.`);
        }
        return verdict;
      },
    },
    {
      id: 'cors',
      proves: 'No other site may read an answer (CORS)',
      mend: 'Name the origins that you know in Access-Control-Allow-Origin, one by one: no "*", no Origin sent back, no "null".',
      harmless: true,
      async run(probe) {
        const { url, origin: known = url.origin } = probe.settings;
        const lookalikes = new Set([url.origin, known].map((origin) => `${origin}.invalid`));
        for (const origin of [FOREIGN, 'null', ...lookalikes]) {
          for (const answer of await askedFrom(probe, origin)) {
            const allowed = answer.headers.get('Access-Control-Allow-Origin');
            const withCookies = answer.headers.get('Access-Control-Allow-Credentials') === 'true';
            if (allowed === origin) return failure(`${origin} is allowed${withCookies ? ', with cookies' : ''}.`);
            if (allowed === '*') return failure('Every site is allowed, though without cookies.');
          }
        }
        return undefined;
      },
    },
    {
      id: 'allowed-page',
      proves: 'A page of the origin that was named may pay, and read what it needs',
      mend: `Allow the origin POST, Content-Type and ${IDEMPOTENCY_KEY}, and expose ${EXPOSED.join(', ')}; on errors, too.`,
      needs: ['payment', 'origin'],
      async run(probe) {
        const { origin = '' } = probe.settings;
        const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' };
        const preflight = await probe.send({ method: 'OPTIONS', headers: { ...headers, ...ASKED } });
        const listed = (answer: Answer, name: string) =>
          (answer.headers.get(name) ?? '')
            .toLowerCase()
            .split(',')
            .map((item) => item.trim());
        if (!isGood(preflight)) return failure(`The preflight was answered ${describe(preflight)}.`);
        const { answer } = await probe.pay({ headers });
        if (!isGood(answer)) return failure(`The payment was answered ${describe(answer)}.`);
        const isNamed = (one: Answer) => one.headers.get('Access-Control-Allow-Origin') === origin;
        if (!isNamed(preflight) || !isNamed(answer)) return failure('Access-Control-Allow-Origin does not name it.');
        const { answer: refusal } = await probe.pay({ headers, body: '{"amount":' });
        if (!isNamed(refusal)) {
          const text = `Access-Control-Allow-Origin is not on ${describe(refusal)}`;
          return failure(`${text}: the page reads that as a connection that broke, and the payment is in doubt.`);
        }
        const asked = listed(preflight, 'Access-Control-Allow-Headers');
        const refused = ['content-type', 'idempotency-key'].filter((name) => !asked.includes(name));
        if (refused.length > 0) return failure(`Access-Control-Allow-Headers lacks ${refused.join(', ')}.`);
        const exposed = [answer, refusal].map((one) => listed(one, 'Access-Control-Expose-Headers'));
        const hidden = EXPOSED.filter((name) => exposed.some((names) => !names.includes(name.toLowerCase())));
        return hidden.length > 0 ? warning(`Access-Control-Expose-Headers lacks ${hidden.join(', ')}.`) : undefined;
      },
    },
  ],
};

/** Nothing in them can be charged. */
async function askedFrom(probe: Prober, origin: string): Promise<Answer[]> {
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' };
  return [
    await probe.send({ method: 'OPTIONS', path: PAYMENTS_PATH, headers: { ...headers, ...ASKED } }),
    await probe.send({ method: 'GET', path: CONFIG_PATH, headers }),
    await probe.send({ headers: { ...headers, 'Content-Type': JSON_TYPE }, body: '{}' }),
  ];
}
