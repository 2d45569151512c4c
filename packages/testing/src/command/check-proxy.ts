import type { CheckFinding } from '../check-proxy/check.js';
import { FakeService } from '../check-proxy/fake-service.js';
import { LiveKeyError, NoResponseError, Prober, type ProbeSettings } from '../check-proxy/prober.js';
import { checkProxy } from '../check-proxy/run.js';
import {
  CommandError,
  UsageError,
  createCommand,
  flag,
  option,
  secretProblem,
  toNumber,
  type Environment,
} from 'payment-widget-proxy/internal';

export const runCheckProxy = createCommand({
  synopsis: 'payment-widget-testing check-proxy <url> [options]',
  about: `Tests a payment proxy, in any language, against the contract (node_modules/payment-widget/docs/contract.md).
<url> is the proxy-url of the widget, such as http://localhost:3000/pay.
Payments use the card 4242 4242 4242 4242, so the proxy must have a Test key or use the fake service.`,
  options: {
    service: option(
      '<port>',
      `starts a fake payments service on 127.0.0.1 at this port; start the proxy with
http://127.0.0.1:<port> as the service URL to enable all checks`,
    ),
    live: flag('checks a proxy with a Live key: sends nothing that can be charged'),
    json: flag('prints the report as JSON'),
  },
  notes: `PAYMENTS_API_KEY in the environment is searched for in every response and never sent.
ORDER_TOKEN_SECRET in the environment signs the order tokens, for a proxy that requires them.
Exit codes: 0 if no check failed, 1 if a check failed or nothing responded, 2 for invalid arguments.
`,
  allowPositionals: true,
  async run({ values, positionals }, env, { out }) {
    const settings = toSettings(values.live, positionals, env);
    const service = values.service === undefined ? undefined : await startFakeService(values.service);
    try {
      const findings: CheckFinding[] = [];
      const probe = new Prober({ ...settings, service });
      for await (const finding of checkProxy(probe)) {
        if (!values.json) out(formatRow(finding, findings.at(-1)));
        findings.push(finding);
      }
      const counts = countResults(findings);
      if (values.json) {
        out(`${JSON.stringify({ url: settings.url.href, ...counts, checks: findings }, null, 2)}\n`);
      } else {
        const total = Object.entries(counts).map(([result, count]) => `${result}: ${count}`);
        out(`\n${total.join(', ')}\n`);
      }
      return counts.failed > 0 ? 1 : 0;
    } catch (error) {
      if (error instanceof NoResponseError) throw new CommandError(error.message);
      if (!(error instanceof LiveKeyError)) throw error;
      const advice = 'Check one with a Test key, or add --live to send nothing that can be charged.';
      throw new UsageError(`${error.message} ${advice}`);
    } finally {
      await service?.close();
    }
  },
});

function toSettings(
  live: boolean,
  [url = '', ...more]: readonly string[],
  { PAYMENTS_API_KEY: apiKey, ORDER_TOKEN_SECRET: orderTokenSecret }: Environment,
): ProbeSettings {
  // These messages leave out the values: they may be a password.
  if (!isProxyUrl(url) || more.length > 0) {
    throw new UsageError('Expected one URL like http://localhost:3000/pay, without /v1, a query or a password.');
  }
  const problem = orderTokenSecret ? secretProblem(orderTokenSecret) : undefined;
  if (problem !== undefined) throw new UsageError(`ORDER_TOKEN_SECRET ${problem}`);
  return { url: new URL(url), live, apiKey, orderTokenSecret: orderTokenSecret || undefined };
}

function isProxyUrl(text: string): boolean {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  return !!url && !/[?#]|\/v1(\/payments)?\/*$/.test(url.href) && url.username + url.password === '';
}

async function startFakeService(text: string): Promise<FakeService> {
  const port = toNumber('service', text, 0, 65_535);
  return FakeService.start(port).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(`The fake service cannot listen on port ${port} (${code}). Choose another port.`);
  });
}

function countResults(findings: readonly CheckFinding[]) {
  const count = (result: CheckFinding['result']) => findings.filter((finding) => finding.result === result).length;
  return {
    passed: count('pass'),
    warnings: count('warning'),
    failed: count('failure'),
    unchecked: count('unchecked'),
  };
}

const LABELS = { pass: 'pass', warning: 'WARNING', failure: 'FAIL', unchecked: 'not checked' };
const RESULT_WIDTH = 13;
const ID_WIDTH = 19;

function formatRow({ group, id, result, proves, found, fix }: CheckFinding, previous: CheckFinding | undefined) {
  const indent = ' '.repeat(RESULT_WIDTH + ID_WIDTH + 2);
  return [
    ...(group === previous?.group ? [] : [`\n${group}\n`]),
    `  ${LABELS[result].padEnd(RESULT_WIDTH)}${id.padEnd(ID_WIDTH)}${proves}\n`,
    ...(found ? [`${indent}${found}\n`] : []),
    ...(fix ? [`${indent}→ ${fix}\n`] : []),
  ].join('');
}
