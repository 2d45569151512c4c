import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Finding } from '../../src/check-proxy/check.js';
import { lacksOf } from '../../src/check-proxy/report.js';
import { LightElement } from '../console/light-element.js';
import { INPUTS } from './inputs.js';
import type { CheckNews, CheckWish } from './target.js';

/** What can be chosen; an address that is typed is the last one. */
const TARGETS: readonly (readonly [value: string, label: string])[] = [
  ['own', 'The demo’s proxy, with a stand-in of the service'],
  ['/qa/test', 'The demo’s proxy, with the sandbox'],
  ['typed', 'An address'],
];

const BADGES: Readonly<Record<Finding['result'], readonly [look: string, word: string]>> = {
  pass: ['positive', 'Pass'],
  warning: ['warning', 'Warning'],
  failure: ['negative', 'Fail'],
  unchecked: ['', 'Not checked'],
};

/** What a proxy at an address may need to be checked with. */
const MORE = html`<div class="more">
  <div class="field">
    <label for="reference">References begin with</label>
    <input id="reference" name="reference" placeholder="check-proxy-" />
  </div>
  <div class="field">
    <label for="amount">Amount, in minor units</label>
    <input id="amount" name="amount" type="number" min="1" placeholder="4999" />
  </div>
  <div class="field">
    <label for="currency">Currency</label>
    <input id="currency" name="currency" pattern="[A-Z]{3}" title="Three capitals, such as EUR" placeholder="EUR" />
  </div>
  <div class="field">
    <label for="origin">Another origin that may use it</label>
    <input
      id="origin"
      name="origin"
      pattern="https?://[^\\s\\/]+"
      title="Such as https://shop.example, without a path"
      placeholder="https://shop.example"
    />
  </div>
  <label class="option">
    <input type="checkbox" class="switch" name="live" value="yes" />
    It holds a Live key: nothing is sent that anybody could charge, and no stand-in is needed
  </label>
</div>`;

/** Checks a proxy against the contract, and shows the table as it fills. */
export class CheckPage extends LightElement {
  static override properties = {
    target: { state: true },
    withStandIn: { state: true },
    servicePort: { state: true },
    findings: { state: true },
    phase: { state: true },
    problem: { state: true },
  };

  declare protected target: string;
  declare protected withStandIn: boolean;
  declare protected servicePort: string;
  declare protected findings: readonly Finding[];
  declare protected phase: 'before' | 'running' | 'done';
  declare protected problem: string;

  constructor() {
    super();
    this.target = 'own';
    this.withStandIn = true;
    this.servicePort = '4299'; // that of the examples
    this.findings = [];
    this.phase = 'before';
    this.problem = '';
  }

  protected override render(): TemplateResult {
    const targets = TARGETS.map(this.#renderTarget);
    return html`
      <header>
        <h1>Check a proxy <span class="muted">payment-widget</span></h1>
        <nav aria-label="The demo"><a href="/">Shop</a> <a href="/qa/">QA</a> <a href="/console/">Console</a></nav>
      </header>
      <main class="stack">
        <p>
          Holds a proxy against the contract, as <code>npx payment-widget check-proxy</code> does. With a stand-in of
          the service everything is checked; with the sandbox the demo’s proxy pays as one with a Test key does, and
          what only a stand-in can tell is left out.
        </p>
        <form class="card" @submit=${this.#onSubmit}>
          <fieldset class="segments" aria-label="Which proxy">${targets}</fieldset>
          ${this.target === 'typed' ? this.#renderAddress() : nothing}
          <button class="primary" ?disabled=${this.phase === 'running'}>Check</button>
        </form>
        <p role="status">${this.#status}</p>
        ${this.problem ? html`<p class="notice negative" role="alert">${this.problem}</p>` : nothing}
        ${this.#renderSummary()} ${this.findings.length > 0 ? this.#renderTable() : nothing}
      </main>
    `;
  }

  readonly #renderTarget = ([value, label]: (typeof TARGETS)[number]): TemplateResult => {
    const choose = () => {
      this.target = value;
    };
    const isChosen = live(this.target === value);
    return html`<label
      ><input type="radio" name="target" .value=${value} .checked=${isChosen} @change=${choose} />${label}</label
    >`;
  };

  #renderAddress(): TemplateResult {
    return html`<div class="field">
        <label for="url">Address of the proxy</label>
        <input
          id="url"
          name="url"
          type="url"
          required
          placeholder="http://localhost:3000/pay"
          aria-describedby="url-hint"
        />
        <p class="hint" id="url-hint">
          As in proxy-url. It gets payments with a test card, so it has to hold a Test key, or to send to the stand-in.
        </p>
      </div>
      <label class="option">
        <input type="checkbox" class="switch" .checked=${live(this.withStandIn)} @change=${this.#onStandIn} />
        With a stand-in of the service: half of the checks need it
      </label>
      ${this.withStandIn ? this.#renderPort() : nothing}
      <details @invalid=${this.#reveal}>
        <summary>More</summary>
        ${MORE}
      </details>`;
  }

  /** What is wrong in what is hidden cannot be said. */
  readonly #reveal = {
    capture: true,
    handleEvent: (event: Event): void => {
      (event.currentTarget as HTMLDetailsElement).open = true;
    },
  };

  #renderPort(): TemplateResult {
    return html`<div class="field">
      <label for="service-port">Port of the stand-in</label>
      <input
        id="service-port"
        type="number"
        min="1"
        max="65535"
        required
        .value=${live(this.servicePort)}
        @input=${this.#onPort}
        aria-describedby="service-hint"
      />
      <p class="hint" id="service-hint">
        Start the proxy with <code>http://127.0.0.1:${this.servicePort}</code> as the address of the service. The
        stand-in is there while the checks run, and charges nobody.
      </p>
    </div>`;
  }

  readonly #onStandIn = (event: Event): void => {
    this.withStandIn = (event.target as HTMLInputElement).checked;
  };

  readonly #onPort = (event: Event): void => {
    this.servicePort = (event.target as HTMLInputElement).value;
  };

  get #status(): string {
    if (this.phase === 'before') return 'Nothing is checked yet.';
    const count = (result: Finding['result']) => this.findings.filter((one) => one.result === result).length;
    const [failed, warnings] = [count('failure'), count('warning')];
    if (this.phase === 'running') return 'The proxy is being checked. A service that is silent takes half a minute.';
    if (this.problem) return '';
    return `${count('pass')} passed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${failed} failed, ${count('unchecked')} not checked.`;
  }

  /** What is not as it should be, with a way to its row; and how to have more checked. */
  #renderSummary(): TemplateResult {
    const linksTo = (result: Finding['result']) =>
      this.findings
        .filter((finding) => finding.result === result)
        .map(({ id }) => html`<a href="#check-${id}"><code>${id}</code></a> `);
    const [failures, warnings] = [linksTo('failure'), linksTo('warning')];
    const notes =
      this.target === 'typed' && this.phase === 'done'
        ? lacksOf(this.findings, INPUTS).map((note) => html`<p>${note}</p>`)
        : [];
    return html`${failures.length > 0 ? html`<p>Failed: ${failures}</p>` : nothing}
    ${warnings.length > 0 ? html`<p>Warnings: ${warnings}</p>` : nothing} ${notes}`;
  }

  #renderTable(): TemplateResult {
    const rows = this.findings.map(renderRow);
    return html`<div class="card table-frame" tabindex="0" role="region" aria-label="What was found">
      <table>
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Check</th>
            <th scope="col">What it is about</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    if (this.target === 'own') void this.#check({});
    else if (this.target === 'typed') void this.#check(this.#wishOf(new FormData(form)));
    else void this.#check({ url: location.origin + this.target });
  };

  /** What is typed; what is left empty is as usual. */
  #wishOf(data: FormData): CheckWish {
    const typed = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const [reference, amount, currency, origin] = [
      typed('reference'),
      typed('amount'),
      typed('currency'),
      typed('origin'),
    ];
    return {
      url: typed('url'),
      ...(reference && { reference }),
      ...(amount && { amount: Number(amount) }),
      ...(currency && { currency }),
      ...(origin && { origin }),
      ...(data.has('live') ? { live: true } : this.withStandIn && { servicePort: Number(this.servicePort) }),
    };
  }

  async #check(wish: CheckWish): Promise<void> {
    this.findings = [];
    this.problem = '';
    this.phase = 'running';
    try {
      const response = await fetch('/check/run', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(wish),
      });
      if (!response.ok || !response.body) throw new Error(await refusalIn(response));
      for await (const news of linesOf(response.body)) this.#hear(JSON.parse(news) as CheckNews);
    } catch (error) {
      this.problem = `The checks broke off: ${(error as Error).message}`;
    }
    this.phase = 'done';
  }

  #hear(news: CheckNews): void {
    if (news.kind === 'finding') this.findings = [...this.findings, news.finding];
    if (news.kind === 'problem') this.problem = news.text;
  }
}

function renderRow({ id, result, group, proves, found, mend }: Finding): TemplateResult {
  const [look, word] = BADGES[result];
  return html`<tr id="check-${id}" data-result=${result}>
    <td><span class="badge ${look}">${word}</span></td>
    <th scope="row"><code>${id}</code><br /><span class="muted small">${group}</span></th>
    <td>
      <p>${proves}</p>
      ${found ? html`<p class="muted">${found}</p>` : nothing} ${mend ? html`<p>${mend}</p>` : nothing}
    </td>
  </tr>`;
}

/** What the demo says of a wish that it does not take, or what is known where that is no JSON of its own. */
async function refusalIn(response: Response): Promise<string> {
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined;
  return body?.error?.message ?? `The demo answered ${response.status}.`;
}

/** Each line as it comes. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
