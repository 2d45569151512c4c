import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newKey } from '../../support/node-proxy.js';
import { answer, startRecorder } from '../../support/node-servers.js';
import { startPostgresServer } from '../../support/postgres-server.js';
import { payOrder } from '../../support/program-payments.js';
import { programSettings, startProgram } from '../../support/program.js';
import { until } from '../../support/until.js';

describe('the program with PostgreSQL', () => {
  it('starts before its database, creates the tables, and pays an order once through two instances', async (t) => {
    const postgres = await startPostgresServer();
    t.after(() => postgres.stop());
    await postgres.kill();
    const service = await startRecorder(t, answer(200, '{"id":"pay_1"}'));
    const settings = { ...(await programSettings(t, service.url)), PAYMENTS_STORE: postgres.url };
    const programs = [await startProgram(t, settings), await startProgram(t, settings)] as const;
    const ready = async () =>
      (await Promise.all(programs.map(({ operations }) => fetch(`${operations}/readyz`)))).map(({ status }) => status);
    assert.deepEqual(await ready(), [503, 503]);
    await postgres.startAgain();
    await until(async () => (await ready()).every((status) => status === 200));
    const key = newKey();
    const answers = await Promise.all(programs.map((program) => payOrder(program, 'order-1', { key })));
    assert.deepEqual(
      [answers.map(({ status }) => status), service.requests.length, await programs[0].end('SIGTERM')],
      [[200, 200], 1, 0],
    );
  });
});
