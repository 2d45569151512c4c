import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RequestLog, type RequestLogEntry } from '../../../demo/sandbox/request-log.js';

const POST = new Request('https://service.example/v1/payments?x=1', { method: 'POST' });

function logged(status: number, startedAt: string, took = 12): RequestLogEntry | undefined {
  const log = new RequestLog();
  void log.add(POST, status, Date.parse(startedAt), Date.parse(startedAt) + took);
  return log.entries()[0];
}

describe('a row of Recent API Requests', () => {
  it('has the columns of the console', () => {
    assert.deepEqual(logged(200, '2026-11-21T08:00:00Z'), {
      endpoint: 'POST /v1/payments',
      status: '200 OK',
      latency: '12 ms',
      date: '21 Nov 2026',
    });
  });

  for (const [status, text] of [
    [401, '401 Unauthorized'],
    [402, '402 Payment Required'],
    [429, '429 Too Many Requests'],
    [500, '500 Internal Server Error'],
    [599, '599'],
  ] as const) {
    it(`shows ${status} as "${text}"`, () => {
      assert.equal(logged(status, '2026-11-21T08:00:00Z')?.status, text);
    });
  }

  it('shows whole milliseconds', () => {
    assert.equal(logged(200, '2026-11-21T08:00:00Z', 3.6)?.latency, '4 ms');
  });

  it('abbreviates months', () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    const dates = months.map((_, index) => logged(200, new Date(Date.UTC(2026, index, 5)).toISOString())?.date);
    assert.deepEqual(
      dates,
      months.map((month) => `5 ${month} 2026`),
    );
  });
});

describe('the list of requests', () => {
  it('starts with the newest', () => {
    const log = new RequestLog();
    for (const status of [200, 402, 500]) void log.add(POST, status, 0, 1);
    assert.deepEqual(
      log.entries().map(({ status }) => status.slice(0, 3)),
      ['500', '402', '200'],
    );
  });

  it('is a copy', () => {
    const log = new RequestLog();
    void log.add(POST, 200, 0, 1);
    (log.entries() as unknown[]).length = 0;
    assert.equal(log.entries().length, 1);
  });
});
