import { html, type TemplateResult } from 'lit';
import { LightElement } from '../ui/light-element.js';

/** What the interface of the service says, and nothing else. */
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

const NOT_SHOWN = [
  'Request and response body, the fields of a payment, its states',
  'Operations beyond payment creation, such as managing keys or webhooks through the API',
  'Error statuses, bodies and codes',
  'How keys look, and whether Test keys have an address of their own',
  'Events: kinds, body, delivery, signing',
  'Scope of the rate limit, the answer beyond it, its headers',
  'When there will be new versions, and what becomes of old ones',
];

/** A request that this sandbox takes. Only its address and its first header are the service's. */
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

/** `<documentation-page>`: what is known of the service, and what this sandbox had to make up. */
export class DocumentationPage extends LightElement {
  protected override render(): unknown {
    const known = KNOWN.map(
      ([name, fact]) =>
        html`<dt>${name}</dt>
          <dd>${fact}</dd>`,
    );
    const notShown = NOT_SHOWN.map((fact) => html`<li>${fact}</li>`);
    return html`<h1>Documentation</h1>
      <p class="lead">
        All that is published about the payments service is below. Whatever is “not shown” the sandbox has made up.
      </p>
      <section class="card" aria-labelledby="known-title">
        <div class="card-head"><h2 id="known-title">What is known</h2></div>
        <dl class="facts">${known}</dl>
      </section>
      <section class="card" aria-labelledby="not-shown-title">
        <div class="card-head"><h2 id="not-shown-title">Not shown</h2></div>
        <p>Here the sandbox has choices of its own. They say nothing about the service; rely on none of them.</p>
        <ul class="bullets">
          ${notShown}
        </ul>
      </section>
      <section class="card stack" aria-labelledby="try-title">
        <h2 id="try-title">Send a request</h2>
        <p>
          Put in a key from <a href="#/credentials">API Credentials</a>. The address and the first header are the
          service’s; the body is the sandbox’s, and what <code>&lt;payment-widget&gt;</code> sends. On the
          <a href="/qa/">QA page</a> it sends them.
        </p>
        <figure class="code" aria-label="A request with curl">
          <pre tabindex="0"><code>${example(location.origin)}</code></pre>
          <copy-button .text=${example(location.origin)} .label=${'Copy request'}></copy-button>
        </figure>
      </section>`;
  }
}

customElements.define('documentation-page', DocumentationPage);
