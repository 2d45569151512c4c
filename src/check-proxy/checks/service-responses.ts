import { CONFIG_PATH, JSON_TYPE, classifyStatus, RETRY_AFTER } from '../../contract/protocol.js';
import { parseRetryAfter } from '../../contract/retry-after.js';
import { failure, warning, type Group, type Verdict } from '../check.js';
import { always, respond, type Behaviour } from '../fake-service.js';
import { NoResponseError } from '../http.js';
import type { PaymentResult, Prober } from '../prober.js';
import { describe, isSuccess, outcomeOf } from '../responses.js';

/** Longer than any proxy would wait itself, in seconds. */
const RETRY_AFTER_SECONDS = 120;

/** Between two bytes of an endless response, in ms. */
const DRIP = 250;

const STATUSES = [201, 202, 400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 500, 502, 503, 504];

const NEEDS = ['payment', 'service'] as const;

const UNKNOWN = 'Return 502 or 504, which mean an unknown outcome: the card may have been charged.';

/** Resets the connection after it has received the payment, so the card may have been charged. */
const reset: Behaviour = (response) => response.socket?.resetAndDestroy();

/** Sends less than its Content-Length. */
const cut: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('{"id":"pay_check_cut",', () => response.socket?.destroySoon());
};

export const silence: Behaviour = () => undefined;

/** Sends an endless response without long pauses. */
export const drip: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': JSON_TYPE });
  const timer = setInterval(() => response.write(' '), DRIP);
  response.once('close', () => {
    clearInterval(timer);
  });
};

/** What the page receives, depending on the response of the service. */
export const serviceResponses: Group = {
  name: 'Service responses',
  checks: [
    {
      id: 'status',
      proves: 'The page receives the status of the service',
      fix: 'Return the status of the service. It tells the widget whether the card was charged.',
      needs: NEEDS,
      async run(probe) {
        const others: string[] = [];
        const wrong: string[] = [];
        for (const status of STATUSES) {
          probe.service.next(...always(respond(status, '{"error":"test"}')));
          const { response } = await probe.pay();
          if (response.status === status) continue;
          const expected = classifyStatus(status, { kind: 'none' }).outcome;
          (outcomeOf(response) === expected ? others : wrong).push(`${status} became ${describe(response)}`);
        }
        probe.service.next();
        if (wrong.length > 0) return failure(`${[...wrong, ...others].join('; ')}.`);
        return others.length > 0 ? warning(`${others.join('; ')}.`) : undefined;
      },
    },
    {
      id: 'body',
      proves: 'The page receives the JSON of the service',
      fix: 'Return the body of the service. Pages use it in payment-success, and it explains why a card was declined.',
      needs: NEEDS,
      run({ first: { response } }) {
        return response.text.includes('pay_check_') ? undefined : warning('The data of the service is missing.');
      },
    },
    {
      id: 'retry-after',
      proves: 'The page receives Retry-After with a 429',
      fix: 'Return the Retry-After header. The widget counts down and then offers to pay again.',
      needs: NEEDS,
      async run(probe) {
        probe.service.next(
          ...always(respond(429, '{"error":"slow down"}', { [RETRY_AFTER]: `${RETRY_AFTER_SECONDS}` })),
        );
        const { response, received } = await probe.pay();
        probe.service.next();
        if (response.status !== 429)
          return failure(`429 became ${describe(response)} after ${received.length} requests.`);
        const seconds = parseRetryAfter(response.headers.get(RETRY_AFTER));
        if (seconds === RETRY_AFTER_SECONDS) return undefined;
        return failure(
          seconds === undefined ? 'Retry-After is missing.' : `${RETRY_AFTER_SECONDS} s became ${seconds} s.`,
        );
      },
    },
    {
      id: 'sent-once',
      proves: 'A payment that may have been charged is not sent again',
      fix: 'Turn off retries for POST. After an error or a broken connection the card may have been charged.',
      needs: NEEDS,
      async run(probe) {
        const seen: string[] = [];
        let isSameKey = true;
        for (const [what, fault] of [
          ['500', respond(500, '{}')],
          ['502', respond(502, '{}')],
          ['503', respond(503, '{}')],
          ['504', respond(504, '{}')],
          ['a broken connection', reset],
          ['an incomplete response', cut],
        ] as const) {
          probe.service.next(...always(fault));
          const { received, key } = await pay(probe);
          probe.service.next();
          if (received.length < 2) continue;
          seen.push(`${received.length} times after ${what}`);
          isSameKey &&= received.every(({ headers }) => headers['idempotency-key'] === key);
        }
        if (seen.length === 0) return undefined;
        const text = `The service received the payment ${seen.join(', ')}`;
        if (!isSameKey || !probe.config.idempotency) return failure(`${text}.`);
        return warning(`${text}, with the same key. Correct only if the service is known to honour keys.`);
      },
    },
    {
      id: 'redirect',
      proves: 'Redirects of the service are not followed',
      fix: 'Turn off redirects (redirect: "manual", follow_redirects=False, CURLOPT_FOLLOWLOCATION 0). They send the card to another URL.',
      needs: NEEDS,
      async run(probe) {
        const passed: number[] = [];
        for (const status of [302, 303, 307, 308]) {
          probe.service.next(respond(status, '', { Location: `${probe.service.url}/elsewhere` }));
          const { response, received } = await probe.pay();
          probe.service.next();
          if (received.length > 1) return failure(`After ${status} the proxy sent the payment to the other URL.`);
          if (outcomeOf(response) !== 'unknown') return failure(`${status} became ${describe(response)}.`);
          if (response.status === status) passed.push(status);
        }
        return passed.length > 0 ? warning(`The proxy returns ${passed.join(', ')} to the page.`) : undefined;
      },
    },
    {
      id: 'broken',
      proves: 'If the connection to the service breaks, the outcome is unknown',
      fix: UNKNOWN,
      needs: NEEDS,
      run: (probe) => unknownAfter(probe, reset),
    },
    {
      id: 'cut-short',
      proves: 'If the response of the service is incomplete, the outcome is unknown',
      fix: UNKNOWN,
      needs: NEEDS,
      run: (probe) => unknownAfter(probe, cut),
    },
    {
      id: 'service-down',
      proves: 'If the service is down, the proxy returns 502 with "not_charged"',
      fix: 'Return 502 with "outcome": "not_charged" if the proxy cannot connect to the service. The shopper may pay again.',
      needs: NEEDS,
      async run(probe) {
        const { response } = await probe.service.whileDown(() => probe.pay());
        if (response.isComplete && response.status < 500) return failure(`The proxy returned ${describe(response)}.`);
        const outcome = outcomeOf(response);
        if (response.status === 502 && outcome === 'not_charged') return undefined;
        return warning(`The proxy returned ${describe(response)}, which means ${outcome}.`);
      },
    },
    {
      id: 'time-out',
      proves: 'If the service does not respond in time, the outcome is unknown',
      fix: 'Abort the request to the service after 30 s, even during a response, and return 504. The widget itself waits for 55 s.',
      needs: NEEDS,
      async run(probe) {
        const { service } = probe;
        const before = service.received.length;
        service.next(silence);
        const silent = checkTimeout(probe);
        await Promise.race([silent, service.waitForMoreThan(before)]);
        // A proxy that does one thing at a time responses this when it is free again: only then is the next one timed.
        await Promise.race([silent, probe.send({ method: 'GET', path: CONFIG_PATH })]);
        service.next(drip);
        const [ofSilence, ofDrips] = await Promise.all([silent, checkTimeout(probe)]);
        service.next();
        return ofSilence ?? (ofDrips && warning(`With an endless response: ${ofDrips.found}`));
      },
    },
  ],
};

/** Pays. The proxy may also break its connection to the page, which the widget treats as unknown. */
async function pay(probe: Prober): Promise<Partial<PaymentResult> & Pick<PaymentResult, 'received'>> {
  const before = probe.service.received.length;
  try {
    return await probe.pay();
  } catch (error) {
    if (!(error instanceof NoResponseError) || error.reason !== 'broken') throw error;
    return { received: probe.service.received.slice(before) };
  }
}

async function unknownAfter(probe: Prober, fault: Behaviour): Promise<Verdict | undefined> {
  probe.service.next(...always(fault));
  const { response } = await pay(probe);
  probe.service.next();
  if (!response || outcomeOf(response) === 'unknown') return undefined;
  return failure(`The proxy returned ${describe(response)}${isSuccess(response) ? ', which means paid' : ''}.`);
}

/** Checks that the proxy gives up on the service in time. */
async function checkTimeout(probe: Prober): Promise<Verdict | undefined> {
  const { wait, serviceTimeout } = probe.settings;
  const start = performance.now();
  try {
    const { response } = await probe.pay();
    if (outcomeOf(response) !== 'unknown') return failure(`The proxy returned ${describe(response)}.`);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error.reason !== 'broken') return failure(`The proxy did not respond within ${wait / 1000} s.`);
  }
  const taken = performance.now() - start;
  return taken > serviceTimeout
    ? warning(`The proxy waited ${Math.round(taken / 1000)} s for the service.`)
    : undefined;
}
