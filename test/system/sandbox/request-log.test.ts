import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RequestLog, type HandledRequest, type RequestLogEntry } from '../../../src/sandbox/request-log.js';

const POST = { method: 'POST', url: 'https://service.example/v1/payments?x=1' };

/** A request without a key that took 12 ms. */
function handled(status: number, startedAt = 0, took = 12, request = POST): HandledRequest {
  const details = { key: 'no key', request: { headers: {}, body: '' }, response: { headers: {}, body: '' } };
  return { request, status, startedAt, endedAt: startedAt + took, details };
}

function logged(request: HandledRequest): RequestLogEntry {
  const log = new RequestLog();
  void log.add(request);
  return log.entries()[0] ?? assert.fail();
}

const MORNING = Date.parse('2026-11-21T08:00:00Z');

describe('a row of Recent API Requests', () => {
  it('has the columns of the console', () => {
    const { endpoint, status, latency, date } = logged(handled(200, MORNING));
    assert.deepEqual([endpoint, status, latency, date], ['POST /v1/payments', '200 OK', '12 ms', '21 Nov 2026']);
  });

  it('has the time of its start', () => {
    assert.equal(logged(handled(200, MORNING)).at, '2026-11-21T08:00:00.000Z');
  });

  it('has an ID of its own', () => {
    const [first, second] = [logged(handled(200)), logged(handled(200))];
    assert.ok(/^req_[0-9a-f]{16}$/.test(first.id) && first.id !== second.id);
  });

  it('shortens a card number in its path', () => {
    const url = 'https://service.example/v1/payments/4242424242424242';
    assert.equal(logged(handled(404, 0, 1, { ...POST, url })).endpoint, 'POST /v1/payments/•••• 4242');
  });

  for (const [status, text] of [
    [401, '401 Unauthorized'],
    [402, '402 Payment Required'],
    [429, '429 Too Many Requests'],
    [500, '500 Internal Server Error'],
    [599, '599'],
  ] as const) {
    it(`shows ${status} as "${text}"`, () => {
      assert.equal(logged(handled(status)).status, text);
    });
  }

  it('shows whole milliseconds', () => {
    assert.equal(logged(handled(200, 0, 3.6)).latency, '4 ms');
  });

  it('abbreviates months', () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    const dates = months.map((_, index) => logged(handled(200, Date.UTC(2026, index, 5))).date);
    assert.deepEqual(
      dates,
      months.map((month) => `5 ${month} 2026`),
    );
  });
});

describe('the list of requests', () => {
  it('starts with the newest', () => {
    const log = new RequestLog();
    for (const status of [200, 402, 500]) void log.add(handled(status));
    assert.deepEqual(
      log.entries().map(({ status }) => status.slice(0, 3)),
      ['500', '402', '200'],
    );
  });

  it('is a copy', () => {
    const log = new RequestLog();
    void log.add(handled(200));
    (log.entries() as unknown[]).length = 0;
    assert.equal(log.entries().length, 1);
  });
});
