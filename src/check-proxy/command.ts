import { parseArgs } from 'node:util';
import { isAmount, currencyExponent } from '../contract/currency.js';
import { isTestNumber } from '../contract/test-numbers.js';
import type { Mode } from '../contract/protocol.js';
import { toOrigin, toUrl, UsageError } from './address.js';
import type { Finding } from './check.js';
import { NoAnswerError } from './http.js';
import { LiveKeyError, USUAL, type Settings } from './prober.js';
import { lacksOf, summarize, TableReport, toJson } from './report.js';
import { checkProxy } from './run.js';
import { ServiceStandIn } from './fake-service.js';
import { OPTIONS } from './hints.js';

export const USAGE = `Usage: payment-widget check-proxy <url> [options]

Checks a payment proxy, in any language, against the contract (CONTRACT.md of this package).
<url> is what a page gives the widget as proxy-url, such as http://localhost:3000/pay.
It pays with a card for tests, so the proxy has to hold a Test key, or to send to the stand-in.

  --service <port>      starts a stand-in of the payments service on this port of 127.0.0.1; start the proxy with
                        http://127.0.0.1:<port> as the service's address, and everything can be checked
  --origin <origin>     an origin whose pages may use the proxy, beside its own
  --reference <prefix>  what the references of the orders begin with (check-proxy-)
  --amount <n>          what each order costs, in minor units (4999)
  --currency <code>     and in which currency (EUR)
  --card <number>       another card number that services publish for tests
  --wait <seconds>      how long the proxy may take for an answer (55, as long as the widget waits)
  --live                checks a proxy that holds a Live key: sends nothing that anybody could charge
  --json                prints the table as JSON
  --help                prints this

PAYMENTS_API_KEY in the environment is looked for in every answer, and sent nowhere.
It exits with 0 when nothing failed, 1 when something did or nobody answered, 2 when it was called wrongly.
`;

/** Where it writes. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly isColoured: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the program, and answers its exit code. */
export async function main(args: readonly string[], env: Environment, streams: Streams): Promise<number> {
  try {
    const [command, ...rest] = args;
    if (command === undefined || rest.includes('--help') || /^(-h|--help|help)$/.test(command)) {
      streams.out(USAGE);
      return command === undefined ? 2 : 0;
    }
    if (command !== 'check-proxy') throw new UsageError(`There is no command "${command}".`);
    return await check(rest, env, streams);
  } catch (error) {
    if (error instanceof NoAnswerError) {
      streams.error(`${error.message}\n`);
      return 1;
    }
    if (error instanceof LiveKeyError) {
      streams.error(`${error.message} ${OPTIONS.live}\n`);
      return 2;
    }
    if (!(error instanceof UsageError)) throw error;
    streams.error(`${error.message}\nAll options: payment-widget check-proxy --help\n`);
    return 2;
  }
}

async function check(args: readonly string[], env: Environment, { out, isColoured }: Streams): Promise<number> {
  const { settings, port, json } = read(args, env);
  const service = port === undefined ? undefined : await ServiceStandIn.start(port);
  try {
    const report = new TableReport(isColoured);
    const findings: Finding[] = [];
    const run = checkProxy({ ...settings, service });
    let mode: Mode | undefined;
    for (;;) {
      const step = await run.next();
      if (step.done) {
        mode = step.value.mode;
        break;
      }
      findings.push(step.value);
      if (!json) out(report.row(step.value));
    }
    out(
      json
        ? toJson(settings.url.href, mode, findings)
        : report.end(summarize(findings), notesOf({ ...settings, service }, mode, findings)),
    );
    return summarize(findings).failed > 0 ? 1 : 0;
  } finally {
    await service?.close();
  }
}

/** What is said once, and not in each row. */
function notesOf(
  { live, service, ways }: Settings,
  mode: Mode | undefined,
  findings: readonly Finding[],
): readonly string[] {
  const isUseless = live && service && mode !== 'test';
  const note = 'With --live no payment is sent, so nothing came to the stand-in: --service changes nothing here.';
  return [...lacksOf(findings, ways), ...(isUseless ? [note] : [])];
}

interface Call {
  readonly settings: Settings;
  readonly port?: number;
  readonly json: boolean;
}

function read(args: readonly string[], env: Environment): Call {
  const { values, positionals } = parse(args);
  const [url, ...more] = positionals;
  if (url === undefined) throw new UsageError('Which proxy? Give its address.');
  if (more.length > 0) throw new UsageError(`One address at a time: "${more.join(' ')}" is too much.`);
  const { service, origin, card = USUAL.card, currency = USUAL.currency } = values;
  // Nothing of what was given goes into the message: it may be somebody's card.
  if (!isTestNumber(card)) throw new UsageError('--card is none of the numbers that services publish for tests.');
  if (currencyExponent(currency) === undefined) throw new UsageError('--currency is no ISO 4217 code in capitals.');
  const amount = Number(values.amount ?? USUAL.amount);
  if (!isAmount(amount)) throw new UsageError('--amount is no whole number of minor units above 0.');
  return {
    settings: {
      url: toUrl(url),
      origin: origin === undefined ? undefined : toOrigin(origin),
      amount,
      currency,
      card,
      reference: values.reference ?? USUAL.reference,
      patience: USUAL.patience,
      wait: values.wait === undefined ? USUAL.wait : toNumber('wait', values.wait, 1, 600) * 1000,
      live: values.live ?? false,
      ways: OPTIONS,
      apiKey: env['PAYMENTS_API_KEY'],
    },
    ...(service !== undefined && { port: toNumber('service', service, 0, 65_535) }),
    json: values.json ?? false,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        service: text,
        origin: text,
        reference: text,
        amount: text,
        currency: text,
        card: text,
        wait: text,
        live: flag,
        json: flag,
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function toNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (text !== '' && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new UsageError(`--${name} is "${text}". Expected a whole number from ${least} to ${most}.`);
}
