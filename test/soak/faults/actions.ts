import { STATUS_CODES } from 'node:http';
import { wire, type Exchange } from './exchange.js';
import type { Fault } from './faults.js';
import { Broken } from './http-message.js';

const NOT_HTTP = '\u0000\u0001 this is not HTTP \u0002\r\n\r\n';

/** A client that has not yet read when the RST arrives may lose the data. In milliseconds; no event reports the reading. */
const TIME_TO_READ = 50;

type Actions = {
  readonly [Kind in Fault['kind']]: (exchange: Exchange, fault: Extract<Fault, { kind: Kind }>) => Promise<void>;
};

const ACTIONS: Actions = {
  pass: (exchange) => exchange.relay(),
  refuse: (exchange, { down = 0 }) => {
    if (down > 0) exchange.takeDown(down);
    exchange.close();
    exchange.isInjected = true;
    return Promise.resolve();
  },
  stall: async (exchange, { at, bytes, for: ms = Infinity }) => {
    await exchange.upTo(at, bytes);
    exchange.isInjected = true;
    await exchange.wait(ms);
    await exchange.finish();
  },
  reset: async (exchange, { at, bytes }) => {
    await exchange.upTo(at, bytes);
    if (at === 'within-answer') await exchange.wait(TIME_TO_READ);
    exchange.reset();
    exchange.isInjected = true;
  },
  close: async (exchange, { at, bytes }) => {
    await exchange.upTo(at, bytes);
    exchange.close();
    exchange.isInjected = true;
  },
  run: async (exchange, { at, bytes, run }) => {
    await exchange.upTo(at, bytes);
    await run();
    exchange.isInjected = true;
    await exchange.finish();
  },
  cut: async (exchange, { bytes }) => {
    const { head } = await exchange.answer();
    await exchange.upTo('within-answer', head.length + bytes);
    exchange.close();
    exchange.isInjected = true;
  },
  duplicate: async (exchange, { when, answer }) => {
    await exchange.upTo(when === 'together' ? 'after-request' : 'after-answer');
    const answers = await Promise.all([exchange.answer(), exchange.answerToCopy()]);
    exchange.isInjected = true;
    await exchange.deliverInstead(wire(answers[answer === 'first' ? 0 : 1]));
  },
  delay: async (exchange, { by }) => {
    await exchange.answer();
    await exchange.wait(by);
    exchange.isInjected = true;
    await exchange.finish();
  },
  replace: async (exchange, { status, headers = {}, body = '' }) => {
    await exchange.answer();
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body) }).map((entry) => entry.join(': ')),
    ];
    await exchange.deliverInstead(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`));
    exchange.isInjected = true;
  },
  garbage: async (exchange, { bytes = NOT_HTTP }) => {
    await exchange.answer();
    await exchange.deliverInstead(Buffer.from(bytes));
    exchange.close();
    exchange.isInjected = true;
  },
};

/** Injects a fault into an exchange. Settles when the exchange has ended. */
export async function act(exchange: Exchange, fault: Fault): Promise<void> {
  const action = ACTIONS[fault.kind] as (exchange: Exchange, fault: Fault) => Promise<void>;
  try {
    await action(exchange, fault);
  } catch (error) {
    const isEnd = error instanceof Broken || (error as Error).name === 'AbortError';
    if (!isEnd) throw error;
    exchange.broke(error instanceof Broken ? error.code : 'FIN');
  } finally {
    exchange.end();
  }
}
