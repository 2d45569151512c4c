import { html, nothing, type TemplateResult } from 'lit';
import type { Finding } from '../../src/check-proxy/index.js';
import { LightElement } from '../ui/light-element.js';
import './check-form.js';
import type { RunChecksEvent } from './check-form.js';
import type { CheckMessage, CheckRequest } from './check-messages.js';
import { formatTotal, renderResults, worstOf } from './results.js';

const RUNNING = 'Running checks… Waiting for a silent service takes about 30 seconds.';

/** `<check-page>`: checks a proxy against the contract and shows the results as they arrive. */
export class CheckPage extends LightElement {
  static override properties = {
    findings: { state: true },
    hints: { state: true },
    state: { state: true },
    problem: { state: true },
  };

  declare protected findings: readonly Finding[];
  declare protected hints: readonly string[];
  declare protected state: 'idle' | 'running' | 'stopped' | 'done';
  declare protected problem: string;

  constructor() {
    super();
    this.findings = [];
    this.hints = [];
    this.state = 'idle';
    this.problem = '';
  }

  protected override render(): TemplateResult {
    const hints = this.hints.map((hint) => html`<p>${hint}</p>`);
    return html`
      <header>
        <h1>Proxy checker <span class="muted">payment-widget</span></h1>
        <nav aria-label="Demo"><a href="/">Shop</a> <a href="/qa/">QA</a> <a href="/console/">Console</a></nav>
      </header>
      <main class="stack">
        <p>
          Checks a proxy against the contract, like <code>npx --no payment-widget check-proxy</code>. With a fake
          payments service all checks run. With the sandbox, checks that need the fake service are skipped.
        </p>
        <check-form .isRunning=${this.state === 'running'} @run-checks=${this.#onRunChecks}></check-form>
        <div role="status">${this.#renderStatus()}</div>
        ${
          this.state === 'running' && this.findings.length > 0
            ? html`<p class="muted">So far: ${formatTotal(this.findings)}</p>`
            : nothing
        }
        ${this.problem ? html`<p class="notice negative" role="alert">${this.problem}</p>` : nothing} ${hints}
        ${renderResults(this.findings)}
      </main>
    `;
  }

  #renderStatus(): TemplateResult {
    const { findings } = this;
    if (this.state === 'running') return html`<p>${RUNNING}</p>`;
    if (findings.length === 0) return html`<p>${this.state === 'idle' ? 'No checks run yet.' : ''}</p>`;
    const isPartial = this.state === 'stopped';
    const total = (isPartial ? 'Before the checks stopped: ' : '') + formatTotal(findings);
    return html`<p class="notice ${isPartial ? 'negative' : worstOf(findings)} total">${total}</p>`;
  }

  readonly #onRunChecks = ({ request, hasOptions }: RunChecksEvent): void => {
    void this.#run(request, hasOptions);
  };

  async #run(request: CheckRequest, showHints: boolean): Promise<void> {
    this.findings = [];
    this.hints = [];
    this.problem = '';
    this.state = 'running';
    let end: 'stopped' | 'done' = 'stopped';
    try {
      for await (const message of runChecks(request)) {
        if (message.kind === 'finding') this.findings = [...this.findings, message.finding];
        if (message.kind === 'problem') this.problem = `The checks stopped: ${message.text}`;
        if (message.kind === 'end') {
          end = 'done';
          if (showHints) this.hints = message.hints;
        }
      }
    } catch (error) {
      this.problem = `The checks stopped: ${(error as Error).message}`;
    }
    this.state = end;
  }
}

async function* runChecks(request: CheckRequest): AsyncGenerator<CheckMessage> {
  const response = await fetch('/check/run', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!response.ok || !response.body) throw new Error(await readError(response));
  for await (const line of readLines(response.body)) yield JSON.parse(line) as CheckMessage;
}

async function readError(response: Response): Promise<string> {
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined;
  return body?.error?.message ?? `The server returned ${response.status}.`;
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
    if (done) return;
  }
}

customElements.define('check-page', CheckPage);
