import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { close, listen } from '../../../demo/listen.js';
import type { FakeService } from 'payment-widget-testing/check-proxy/fake-service';
import { GROUPS } from 'payment-widget-testing/check-proxy/run';
import {
  bareProxy,
  findingsAt,
  idsOf,
  ownProxy,
  serveProxy,
  startFakeService,
  TOKEN_SECRET,
  type Handler,
  type Send,
} from '../../support/checked-proxy.js';
import { freePort } from '../../support/free-port.js';
import { API_KEY, newKey } from '../../support/node-proxy.js';
import { startServer } from '../../support/node-servers.js';
import { StepClock } from '../../support/step-clock.js';

type Fault = (service: FakeService) => Handler;

const pathOf = ({ url }: Request) => new URL(url).pathname.replace('/pay', '');
const isPayment = (request: Request) => request.method === 'POST' && pathOf(request) === '/v1/payments';

/** A fault before our proxy. */
const before =
  (change: (request: Request) => Request | Promise<Request>): Fault =>
  (service) => {
    const own = ownProxy(service);
    return async (request) => own(await change(request));
  };

type Change = (response: Response, request: Request) => Response | Promise<Response>;

/** A fault after our proxy. */
const after =
  (change: Change): Fault =>
  (service) => {
    const own = ownProxy(service);
    return async (request) => change(await own(request.clone()), request);
  };

const onPath = (path: string, change: Change): Fault =>
  after((response, request) => (pathOf(request).startsWith(path) ? change(response, request) : response));
const onPayments = (change: Change) => onPath('/v1/payments', change);

/** A fault between our proxy and the service. */
const behind =
  (send: Send): Fault =>
  (service) =>
    ownProxy(service, send);

async function withHeaders(request: Request, headers: Readonly<Record<string, string | null>>, body?: string) {
  const all = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return new Request(request.url, { method: request.method, headers: all, body: body ?? (await request.text()) });
}

const resent = (headers: Readonly<Record<string, string | null>>): Fault =>
  behind(async (request) => fetch(await withHeaders(request, headers), { redirect: 'manual' }));

function withHeader(response: Response, name: string, value: string | null): Response {
  if (value === null) response.headers.delete(name);
  else response.headers.set(name, value);
  return response;
}

const withBody = (response: Response, body: string | null, status = response.status): Response =>
  withHeader(new Response(body, { status, headers: response.headers }), 'Content-Type', 'application/json');

const withText = async (response: Response, from: string, to: string): Promise<Response> =>
  response.status === 200 ? withBody(response, (await response.text()).replace(from, to)) : response;

/** Changes a status of payments to 200. */
const accepts = (status: number) =>
  onPayments((response) => (response.status === status ? withBody(response, '{}', 200) : response));

/** Changes the states of attempts. */
const reports = (state: string, other: string) =>
  onPath('/attempts', (response) => withText(response, `"state":"${state}"`, `"state":"${other}"`));

/** Takes each payment for a new one. */
const forgetful = before(async (request) => {
  if (!isPayment(request)) return request;
  const body = (await request.text()).replace(/"reference":"[^"]*"/, `"reference":"${newKey()}"`);
  return withHeaders(request, { 'Idempotency-Key': newKey() }, body);
});

const live = after(async (response, request) => {
  const said = withHeader(response, 'Payments-Mode', 'live');
  return pathOf(request) === '/config' ? withText(said, '"test"', '"live"') : said;
});

/** A fault for each check that a proxy without rules passes, see the unit tests of the checker. */
const FAULTS: Readonly<Record<string, Fault>> = {
  payment: onPayments((response) => withBody(response, '{}', 500)),
  'not-json': accepts(400),
  cors: after((response) => withHeader(response, 'Access-Control-Allow-Origin', '*')),
  mismatch: forgetful,
  'in-flight': forgetful,
  'replay-in-doubt': forgetful,
  'same-order': forgetful,
  authorization: resent({ Authorization: null }),
  'attempt-named': onPayments((response) => withHeader(response, 'Payments-Attempt', null)),
  'other-mode': before(async (request) =>
    isPayment(request) ? withHeaders(request, { 'Payments-Mode': null }) : request,
  ),
  'attempt-paid': reports('succeeded', 'unknown'),
  'attempt-declined': reports('failed', 'unknown'),
  'attempt-in-doubt': reports('unknown', 'failed'),
  'attempt-unseen': onPath('/attempts', (response) => withBody(response, '{"state":"unknown"}', 200)),
  'stranger-attempt': onPath('/attempts', (response) => withBody(response, '{"state":"unknown","status":500}', 200)),
  status: accepts(402),
  'sent-once': behind(async (request) => {
    const again = request.clone();
    const response = await fetch(request);
    return response.status < 500 ? response : fetch(again);
  }),
  redirect: behind((request) => fetch(request, { redirect: 'follow' })),
  'time-out': onPayments((response) => (response.status === 504 ? withBody(response, '{}', 402) : response)),
  mode: after((response) => withHeader(response, 'Payments-Mode', 'live')),
  'live-over-tls': live,
  'no-key': onPayments((response) => withHeader(response, 'X-Upstream', `Bearer ${API_KEY}`)),
  'no-card': onPath('/attempts', (response) => withText(response, '{', '{"card":"4242 4242 4242 4242",')),
};

describe('check-proxy finds the fault of a proxy', { concurrency: 10 }, () => {
  for (const id of GROUPS.flatMap(({ checks }) => Object.keys(checks))) {
    const fault = FAULTS[id];
    it(`${id}${fault ? '' : ', if it has no rules'}`, async (t) => {
      const service = await startFakeService(t);
      const isLive = id === 'mode' || id === 'live-over-tls';
      // 0.0.0.0 is this machine, by an address that is not a loopback address.
      const url = await serveProxy(t, (fault ?? bareProxy)(service), isLive ? '0.0.0.0' : undefined);
      const secret = id.startsWith('token-') ? { orderTokenSecret: TOKEN_SECRET } : {};
      const findings = await findingsAt({ url, service, live: isLive, ...secret }, id);
      assert.match(findings.at(-1)?.result ?? '', /failure|warning/);
    });
  }

  it('time-out, if it never responds', async (t) => {
    const service = await startFakeService(t);
    const clock = new StepClock();
    const hanging = onPayments((response) => {
      if (response.status !== 504) return response;
      clock.move(55_000);
      return new Promise(() => undefined);
    });
    const findings = await findingsAt({ url: await serveProxy(t, hanging(service)), service, clock }, 'time-out');
    assert.equal(findings.at(-1)?.result, 'failure');
  });

  it('redirect, if it has crashed before', async (t) => {
    const service = await startFakeService(t);
    const crashing = onPayments(async (response) => {
      if (response.status === 502) await close(server);
      return response;
    });
    const server = createServer(createRequestListener(crashing(service)));
    const url = new URL('/pay', await listen(server, await freePort()));
    const findings = await findingsAt({ url, service }, 'redirect');
    assert.equal(findings.at(-1)?.result, 'failure');
  });

  it('live-over-tls, if it does not report its mode', async (t) => {
    const service = await startFakeService(t);
    const url = await serveProxy(t, bareProxy(service), '0.0.0.0');
    const findings = await findingsAt({ url, service, live: true }, 'live-over-tls');
    assert.equal(findings.at(-1)?.result, 'failure');
  });

  it('no-key, if the response that has it is cut', async (t) => {
    const service = await startFakeService(t);
    const url = await startServer(t, ({ method }, response) => {
      if (method !== 'GET') return response.writeHead(404).end();
      response.writeHead(200, { 'Content-Length': '100' });
      return response.write(API_KEY, () => response.socket?.destroySoon());
    });
    const findings = await findingsAt({ url: new URL(url), service, apiKey: API_KEY });
    assert.ok(idsOf(findings, 'failure').includes('no-key'));
  });
});
