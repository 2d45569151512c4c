import { currencyExponent, isAmount, isTestNumber } from 'payment-widget/contract';
import {
  CommandError,
  UsageError,
  createCommand,
  flag,
  secretProblem,
  string,
  type Environment,
} from 'payment-widget-proxy/internal';
import type { Finding } from '../check-proxy/check.js';
import { FakeService } from '../check-proxy/fake-service.js';
import { NoResponseError } from '../check-proxy/http.js';
import { DEFAULTS, LiveKeyError, Prober, type Settings } from '../check-proxy/prober.js';
import { formatRow, formatSummary, missingHints, summarize, toJson } from '../check-proxy/report.js';
import { checkProxy } from '../check-proxy/run.js';

/** With `--no`, `npx` runs the installed package or fails. Without it, it could download a package of this name. */
export const USAGE = `Usage: npx --no payment-widget-testing check-proxy <url> [options]

Tests a payment proxy, in any language, against the contract (docs/contract.md of this package).
<url> is the proxy-url of the widget, such as http://localhost:3000/pay.
Payments use a test card, so the proxy must have a Test key or use the fake service.

  --service <port>      starts a fake payments service on 127.0.0.1 at this port; start the proxy with
                        http://127.0.0.1:<port> as the service URL to enable all checks
  --origin <origin>     another origin whose pages may use the proxy
  --reference <prefix>  prefix of the order references (default: check-proxy-)
  --amount <n>          price of each order, in minor units (default: 4999)
  --currency <code>     currency of each order (default: EUR)
  --card <number>       another published test card number
  --wait <seconds>      time limit for a response of the proxy (default: 55, the widget's own limit)
  --live                checks a proxy with a Live key: sends nothing that can be charged
  --json                prints the report as JSON
  --help                prints this help

PAYMENTS_API_KEY in the environment is searched for in every response and never sent.
ORDER_TOKEN_SECRET in the environment signs the order tokens, for a proxy that requires them.
Exit codes: 0 if no check failed, 1 if a check failed or nothing responded, 2 for invalid arguments.
`;

export const runCheckProxy = createCommand({
  usage: USAGE,
  options: {
    ...{ service: string, origin: string, reference: string, amount: string, currency: string, card: string },
    ...{ wait: string, live: flag, json: flag },
  },
  allowPositionals: true,
  async run({ values, positionals }, env, { out }) {
    const settings = toSettings(values, positionals, env);
    const service = values.service === undefined ? undefined : await startFakeService(values.service);
    try {
      const findings: Finding[] = [];
      const probe = new Prober({ ...settings, service });
      for await (const finding of checkProxy(probe)) {
        if (!values.json) out(formatRow(finding, findings.at(-1)));
        findings.push(finding);
      }
      const summary = summarize(findings);
      const notes = [...missingHints(findings), formatSummary(summary)];
      out(values.json ? toJson(settings.url.href, probe.mode, findings) : `\n${notes.join('\n')}\n`);
      return summary.failed > 0 ? 1 : 0;
    } catch (error) {
      if (error instanceof NoResponseError) throw new CommandError(error.message);
      if (!(error instanceof LiveKeyError)) throw error;
      throw new UsageError(
        `${error.message} Check one with a Test key, or add --live to send nothing that can be charged.`,
      );
    } finally {
      await service?.close();
    }
  },
});

type Values = Readonly<Partial<Record<'origin' | 'reference' | 'amount' | 'currency' | 'card' | 'wait', string>>>;

function toSettings(
  values: Values & { readonly live: boolean },
  [url, ...more]: readonly string[],
  env: Environment,
): Settings {
  if (url === undefined) throw new UsageError('The URL of the proxy is missing.');
  if (more.length > 0) throw new UsageError(`Expected one URL, but got "${more.join(' ')}", too.`);
  const { origin, card = DEFAULTS.card, currency = DEFAULTS.currency, reference = DEFAULTS.reference } = values;
  // These messages leave out the value: it may be a real card number.
  if (!isTestNumber(card))
    throw new UsageError('--card is not a published test card number, such as 4242424242424242.');
  if (currencyExponent(currency) === undefined)
    throw new UsageError('--currency is invalid. Expected an ISO 4217 code in capitals, such as EUR.');
  const amount = Number(values.amount ?? DEFAULTS.amount);
  if (!isAmount(amount))
    throw new UsageError('--amount is invalid. Expected a positive integer in minor units, such as 4999 for €49.99.');
  return {
    ...DEFAULTS,
    ...{ amount, currency, card, reference },
    url: toUrl(url),
    origin: origin === undefined ? undefined : toOrigin(origin),
    wait: values.wait === undefined ? DEFAULTS.wait : toNumber('wait', values.wait, 1, 600) * 1000,
    live: values.live,
    apiKey: env['PAYMENTS_API_KEY'],
    orderTokenSecret: toSecret(env['ORDER_TOKEN_SECRET']),
  };
}

async function startFakeService(text: string): Promise<FakeService> {
  const port = toNumber('service', text, 0, 65_535);
  return FakeService.start(port).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(`The fake service cannot listen on port ${port} (${code}). Choose another port.`);
  });
}

function toSecret(secret: string | undefined): string | undefined {
  if (!secret) return undefined;
  const problem = secretProblem(secret);
  if (problem) throw new UsageError(`ORDER_TOKEN_SECRET ${problem}`);
  return secret;
}

function toNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (text !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new UsageError(`--${name} is "${text}". Expected an integer from ${min} to ${max}.`);
}

function toUrl(text: string): URL {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new UsageError(`"${text}" is not a URL. Expected a URL such as http://localhost:3000/pay.`);
  if (url.username || url.password) throw new UsageError('The URL contains a password. Remove it.');
  if (url.search || url.hash) throw new UsageError('The URL has a query or a fragment. Remove it.');
  if (/\/v1(\/payments)?\/*$/.test(url.pathname)) {
    throw new UsageError('The URL ends with /v1. Pass the part before it, as in proxy-url.');
  }
  return url;
}

function toOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new UsageError(`"${text}" is not an origin. Expected one such as https://shop.example, without a path.`);
}
