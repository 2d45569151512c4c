import { CONFIG_PATH, JSON_TYPE, classifyStatus, RETRY_AFTER } from '../../contract/protocol.js';
import { parseRetryAfter } from '../../contract/retry-after.js';
import { failure, warning, type Group, type Verdict } from '../check.js';
import { NoAnswerError, type Answer } from '../http.js';
import { describe, isGood, outcomeOf, type Prober } from '../prober.js';
import { always, answer, type Behaviour } from '../fake-service.js';

/** Longer than any proxy waits by itself, in seconds. */
const RETRY_AFTER_SECONDS = 120;

/** Between two bytes of an answer that never ends, in ms. */
const DRIP = 250;

const STATUSES = [201, 202, 400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 500, 502, 503, 504];

const NEEDS = ['payment', 'service'] as const;

const UNKNOWN =
  'Answer 502 or 504, which say that nobody knows: what may have been charged must not read as failed, or as paid.';

/** Breaks the connection when it has the whole payment: a charge may have been made. */
const reset: Behaviour = (response) => response.socket?.resetAndDestroy();

/** Promises more than it sends. */
const cut: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('{"id":"pay_check_cut",', () => response.socket?.destroySoon());
};

const silence: Behaviour = () => undefined;

/** An answer that goes on for ever, so that no pause in it is long. */
const drip: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': JSON_TYPE });
  const timer = setInterval(() => response.write(' '), DRIP);
  response.once('close', () => {
    clearInterval(timer);
  });
};

/** What the page is told of what the service has answered, or has not. */
export const answering: Group = {
  name: 'What comes back',
  checks: [
    {
      id: 'status',
      proves: "The service's status is passed back",
      mend: 'Answer with the status that the service gave: it tells the shopper whether the card was charged.',
      needs: NEEDS,
      async run(probe) {
        const others: string[] = [];
        const wrong: string[] = [];
        for (const status of STATUSES) {
          probe.service.next(...always(answer(status, '{"error":"as asked for"}')));
          const { answer: told } = await probe.pay();
          if (told.status === status) continue;
          const meant = classifyStatus(status, { kind: 'none' }).outcome;
          (outcomeOf(told) === meant ? others : wrong).push(`${status} became ${describe(told)}`);
        }
        probe.service.next();
        if (wrong.length > 0) return failure(`${[...wrong, ...others].join('; ')}.`);
        return others.length > 0 ? warning(`${others.join('; ')}.`) : undefined;
      },
    },
    {
      id: 'body',
      proves: "The service's JSON is passed back",
      mend: 'Pass the body back: merchants read it in payment-success, and shoppers read why a card was declined.',
      needs: NEEDS,
      run({ first: { answer: told } }) {
        return Promise.resolve(
          told.text.includes('pay_check_') ? undefined : warning('What the service said is not in it.'),
        );
      },
    },
    {
      id: 'retry-after',
      proves: 'Retry-After of a 429 is passed back',
      mend: 'Pass the Retry-After header back: the widget counts down, and offers to pay again then.',
      needs: NEEDS,
      async run(probe) {
        probe.service.next(
          ...always(answer(429, '{"error":"slow down"}', { [RETRY_AFTER]: `${RETRY_AFTER_SECONDS}` })),
        );
        const { answer: told, received } = await probe.pay();
        probe.service.next();
        if (told.status !== 429) return failure(`429 became ${describe(told)} after ${received.length} requests.`);
        const seconds = parseRetryAfter(told.headers.get(RETRY_AFTER));
        if (seconds === RETRY_AFTER_SECONDS) return undefined;
        return failure(seconds === undefined ? 'It is not there.' : `${RETRY_AFTER_SECONDS} s became ${seconds} s.`);
      },
    },
    {
      id: 'sent-once',
      proves: 'A payment that may have been charged is not sent again',
      mend: 'Turn off retries for POST: after an error or a broken connection the first one may have been charged.',
      needs: NEEDS,
      async run(probe) {
        const seen: string[] = [];
        let isSameKey = true;
        for (const [what, fault] of [
          ['500', answer(500, '{}')],
          ['502', answer(502, '{}')],
          ['503', answer(503, '{}')],
          ['504', answer(504, '{}')],
          ['a broken connection', reset],
          ['an answer that is cut short', cut],
        ] as const) {
          probe.service.next(...always(fault));
          const { received, key } = await pay(probe);
          probe.service.next();
          if (received.length < 2) continue;
          seen.push(`${received.length} times after ${what}`);
          isSameKey &&= received.every(({ headers }) => headers['idempotency-key'] === key);
        }
        if (seen.length === 0) return undefined;
        const text = `The service got the payment ${seen.join(', ')}`;
        if (!isSameKey || !probe.config.idempotency) return failure(`${text}.`);
        return warning(`${text}, with the same key: right only if the service has confirmed that it knows keys.`);
      },
    },
    {
      id: 'redirect',
      proves: 'A redirect of the service is not followed',
      mend: 'Turn off redirects (redirect: "manual", follow_redirects=False, CURLOPT_FOLLOWLOCATION 0): the card would go elsewhere.',
      needs: NEEDS,
      async run(probe) {
        const passed: number[] = [];
        for (const status of [302, 303, 307, 308]) {
          probe.service.next(answer(status, '', { Location: `${probe.service.url}/elsewhere` }));
          const { answer: told, received } = await probe.pay();
          probe.service.next();
          if (received.length > 1) return failure(`After ${status} it went to the other address.`);
          if (outcomeOf(told) !== 'unknown') return failure(`${status} became ${describe(told)}.`);
          if (told.status === status) passed.push(status);
        }
        return passed.length > 0 ? warning(`It passes ${passed.join(', ')} on to the page.`) : undefined;
      },
    },
    {
      id: 'broken',
      proves: 'A connection that breaks after the payment was sent is told as unknown',
      mend: UNKNOWN,
      needs: NEEDS,
      run: (probe) => inDoubt(probe, reset),
    },
    {
      id: 'cut-short',
      proves: 'An answer of the service that is cut short is told as unknown',
      mend: UNKNOWN,
      needs: NEEDS,
      run: (probe) => inDoubt(probe, cut),
    },
    {
      id: 'service-down',
      proves: 'A service that is not there is told by 502 and "not_charged", and not as paid or declined',
      mend: 'Answer 502 with "outcome": "not_charged" when no connection to the service comes about: the shopper may pay again.',
      needs: NEEDS,
      async run(probe) {
        const { answer: told } = await probe.service.whileDown(() => probe.pay());
        if (told.isWhole && told.status < 500) return failure(`It answered ${describe(told)}.`);
        const outcome = outcomeOf(told);
        if (told.status === 502 && outcome === 'not_charged') return undefined;
        return warning(`It answered ${describe(told)}, which reads as ${outcome}.`);
      },
    },
    {
      id: 'time-out',
      proves: 'A service that is silent, or never comes to an end, is given up in time, and told as unknown',
      mend: 'End the wait for the service after 30 s, whatever has come by then, and answer 504: the widget waits for 55 s, and then knows less.',
      needs: NEEDS,
      async run(probe) {
        const { service, settings } = probe;
        const before = service.received.length;
        service.next(silence);
        const silent = givenUp(probe);
        await Promise.race([silent, service.moreThan(before, settings.wait)]);
        // A proxy that does one thing at a time answers this when it is free again: only then is the next one timed.
        await Promise.race([silent, probe.send({ method: 'GET', path: CONFIG_PATH })]);
        service.next(drip);
        const [ofSilence, ofDrips] = await Promise.all([silent, givenUp(probe)]);
        service.next();
        return ofSilence ?? (ofDrips && warning(`Where an answer comes byte by byte: ${ofDrips.found}`));
      },
    },
  ],
};

/** A proxy that breaks the connection to the page as well says enough: the widget reads that as unknown. */
async function pay(probe: Prober): Promise<{ told?: Answer; received: Prober['first']['received']; key?: string }> {
  const before = probe.service.received.length;
  try {
    const { answer: told, received, key } = await probe.pay();
    return { told, received, key };
  } catch (error) {
    if (!(error instanceof NoAnswerError) || error.reason !== 'broken') throw error;
    const received = probe.service.received.slice(before);
    return { received };
  }
}

async function inDoubt(probe: Prober, fault: Behaviour): Promise<Verdict | undefined> {
  probe.service.next(...always(fault));
  const { told } = await pay(probe);
  probe.service.next();
  if (!told || outcomeOf(told) === 'unknown') return undefined;
  return failure(
    isGood(told) ? `It answered ${describe(told)}, as if it were paid.` : `It answered ${describe(told)}.`,
  );
}

/** What is wrong with how a payment was given up, if anything is. */
async function givenUp(probe: Prober): Promise<Verdict | undefined> {
  const { wait, patience } = probe.settings;
  const start = performance.now();
  try {
    const { answer: told } = await probe.pay();
    if (outcomeOf(told) !== 'unknown') return failure(`It answered ${describe(told)}.`);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    if (error.reason !== 'broken') return failure(`There was no answer after ${wait / 1000} s.`);
  }
  const taken = performance.now() - start;
  return taken > patience ? warning(`It was given up after ${Math.round(taken / 1000)} s.`) : undefined;
}
