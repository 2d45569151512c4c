import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LightElement } from '../ui/light-element.js';
import type { CheckRequest } from './check-messages.js';

type Target = 'own' | 'sandbox' | 'other';

const TARGETS: readonly (readonly [value: Target, label: string])[] = [
  ['own', 'Demo proxy with a fake service'],
  ['sandbox', 'Demo proxy with the sandbox'],
  ['other', 'Other proxy'],
];

const MORE_OPTIONS = html`<div class="more">
  <div class="field">
    <label for="reference">Reference prefix</label>
    <input id="reference" name="reference" placeholder="check-proxy-" />
  </div>
  <div class="field">
    <label for="amount">Amount in minor units</label>
    <input id="amount" name="amount" type="number" min="1" placeholder="4999" />
  </div>
  <div class="field">
    <label for="currency">Currency</label>
    <input id="currency" name="currency" pattern="[A-Z]{3}" title="Three capitals, such as EUR" placeholder="EUR" />
  </div>
  <div class="field">
    <label for="origin">Another allowed origin</label>
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
    Live key: send nothing that can be charged, and use no fake service
  </label>
</div>`;

/** Asks to run the checks. */
export class RunChecksEvent extends Event {
  readonly request: CheckRequest;
  /** Whether the form has inputs for what the checks may be missing. */
  readonly hasOptions: boolean;

  constructor(request: CheckRequest, hasOptions: boolean) {
    super('run-checks');
    this.request = request;
    this.hasOptions = hasOptions;
  }
}

/** `<check-form>`: which proxy to check, and how. Fires {@link RunChecksEvent}. */
export class CheckForm extends LightElement {
  static override properties = {
    isRunning: { attribute: false },
    target: { state: true },
    usesFakeService: { state: true },
    servicePort: { state: true },
  };

  declare isRunning: boolean;
  declare protected target: Target;
  declare protected usesFakeService: boolean;
  declare protected servicePort: string;

  constructor() {
    super();
    this.isRunning = false;
    this.target = 'own';
    this.usesFakeService = true;
    this.servicePort = '4299'; // as in the documentation
  }

  protected override render(): TemplateResult {
    const targets = TARGETS.map(this.#renderTarget);
    return html`<form class="card" @submit=${this.#onSubmit}>
      <fieldset class="segments" aria-label="Proxy">${targets}</fieldset>
      ${this.target === 'other' ? this.#renderOptions() : nothing}
      <button class="primary" ?disabled=${this.isRunning}>Run checks</button>
    </form>`;
  }

  readonly #renderTarget = ([value, label]: (typeof TARGETS)[number]): TemplateResult => {
    const choose = () => (this.target = value);
    const isChosen = live(this.target === value);
    return html`<label
      ><input type="radio" name="target" .value=${value} .checked=${isChosen} @change=${choose} />${label}</label
    >`;
  };

  #renderOptions(): TemplateResult {
    return html`<div class="field">
        <label for="url">Proxy URL</label>
        <input
          id="url"
          name="url"
          type="url"
          required
          placeholder="http://localhost:3000/pay"
          aria-describedby="url-hint"
        />
        <p class="hint" id="url-hint">
          The proxy-url of the widget. Payments use a test card, so the proxy must have a Test key or use the fake
          service.
        </p>
      </div>
      <label class="option">
        <input type="checkbox" class="switch" .checked=${live(this.usesFakeService)} @change=${this.#onFakeService} />
        Use a fake payments service (half of the checks need it)
      </label>
      ${this.usesFakeService ? this.#renderPort() : nothing}
      <details @invalid=${this.#showInvalid}>
        <summary>More options</summary>
        ${MORE_OPTIONS}
      </details>`;
  }

  /** Opens the options if one of them is invalid. */
  readonly #showInvalid = {
    capture: true,
    handleEvent: (event: Event): void => {
      (event.currentTarget as HTMLDetailsElement).open = true;
    },
  };

  #renderPort(): TemplateResult {
    return html`<div class="field">
      <label for="service-port">Fake service port</label>
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
        Start the proxy with <code>http://127.0.0.1:${this.servicePort}</code> as the service URL. The fake service runs
        during the checks and charges no one.
      </p>
    </div>`;
  }

  readonly #onFakeService = (event: Event): void => {
    this.usesFakeService = (event.target as HTMLInputElement).checked;
  };

  readonly #onPort = (event: Event): void => {
    this.servicePort = (event.target as HTMLInputElement).value;
  };

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.dispatchEvent(new RunChecksEvent(this.#request(event.target as HTMLFormElement), this.target === 'other'));
  };

  #request(form: HTMLFormElement): CheckRequest {
    if (this.target === 'own') return {};
    if (this.target === 'sandbox') return { url: `${location.origin}/qa/test` };
    const data = new FormData(form);
    const entry = (name: string) => (data.get(name) as string).trim();
    const [reference, amount, currency, origin] = ['reference', 'amount', 'currency', 'origin'].map(entry);
    return {
      url: entry('url'),
      ...(reference && { reference }),
      ...(amount && { amount: Number(amount) }),
      ...(currency && { currency }),
      ...(origin && { origin }),
      ...(data.has('live') ? { live: true } : this.usesFakeService && { servicePort: Number(this.servicePort) }),
    };
  }
}

customElements.define('check-form', CheckForm);
