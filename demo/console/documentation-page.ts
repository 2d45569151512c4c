import { html, type TemplateResult } from 'lit';
import { LightElement } from '../ui/light-element.js';

/** What the interface of the service documents. */
const KNOWN: readonly (readonly [string, TemplateResult | string])[] = [
  ['Operation', html`<code>POST /v1/payments</code> creates a payment.`],
  ['Authentication', html`<code>Authorization: Bearer &lt;API_KEY&gt;</code> with every request.`],
  ['Keys', 'Live keys are for production, Test keys for development.'],
  ['Success', html`<code>200 OK</code>.`],
  ['Version', html`v1.0, in the path as <code>/v1</code>.`],
  ['Rate limit', '1000 requests per minute.'],
  [
    'Console',
    'Environment, version, requests today, rate limit, Recent API Requests, API Credentials, webhooks, settings.',
  ],
  ['Client libraries', 'PHP, Laravel, Node.js, Python, Flutter.'],
];

const NOT_DOCUMENTED = [
  'Request and response bodies, and the fields and states of a payment',
  'Other operations, such as an API for keys or webhooks',
  'Error statuses, bodies and codes',
  'The format of keys, and whether Test keys use another URL',
  'Event types, payload, delivery and signing',
  'Scope and headers of the rate limit, and the response above it',
  'Versioning and deprecation',
];

/** A request that the sandbox accepts. Only its path and its first header are documented by the service. */
const example = (origin: string): string => `curl ${origin}/v1/payments \\
  -H 'Authorization: Bearer <API_KEY>' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "amount": 4999,
    "currency": "EUR",
    "reference": "order-1042",
    "payment_method": {
      "type": "card",
      "card": { "number": "4242424242424242", "exp_month": 12, "exp_year": 2030, "cvc": "123" }
    }
  }'`;

/** `<documentation-page>`: what is known about the service, and what the sandbox invented. */
export class DocumentationPage extends LightElement {
  protected override render(): unknown {
    const known = KNOWN.map(
      ([name, fact]) =>
        html`<dt>${name}</dt>
          <dd>${fact}</dd>`,
    );
    const notDocumented = NOT_DOCUMENTED.map((fact) => html`<li>${fact}</li>`);
    return html`<h1>Documentation</h1>
      <p class="lead">What is documented about the payments service, and what the sandbox invented.</p>
      <section class="card" aria-labelledby="known-title">
        <div class="card-head"><h2 id="known-title">Documented</h2></div>
        <dl class="facts">${known}</dl>
      </section>
      <section class="card" aria-labelledby="not-documented-title">
        <div class="card-head"><h2 id="not-documented-title">Not documented</h2></div>
        <p>Here the sandbox uses its own assumptions. Do not rely on them for the real service.</p>
        <ul class="bullets">
          ${notDocumented}
        </ul>
      </section>
      <section class="card stack" aria-labelledby="try-title">
        <h2 id="try-title">Send a request</h2>
        <p>
          Insert a key from <a href="#/credentials">API Credentials</a>. Only the path and the first header are
          documented. The body is what <code>&lt;payment-widget&gt;</code> sends.
        </p>
        <figure class="code" aria-label="Example request">
          <pre tabindex="0"><code>${example(location.origin)}</code></pre>
          <copy-button .text=${example(location.origin)} .label=${'Copy request'}></copy-button>
        </figure>
      </section>`;
  }
}

customElements.define('documentation-page', DocumentationPage);
