import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Overview } from '../sandbox/console-api.js';
import '../ui/copy-button.js';
import './credentials-page.js';
import './documentation-page.js';
import './overview-page.js';
import './settings-page.js';
import './webhooks-page.js';
import { LightElement } from '../ui/light-element.js';
import { connection, Live } from './live.js';
import { PAGES, routeOf, titleOf, type Route } from './routes.js';
import { Said } from './say.js';

/** How long a message is shown. It is never the only place that tells what it says. */
const SHOWN = 6000;

const LOST = 'The sandbox does not answer. What you see may be old; the page goes on by itself when it is back.';

/** `<developer-console>`: what is around every page, and which page is shown, by the address. */
export class DeveloperConsole extends LightElement {
  static override properties = { route: { state: true }, said: { state: true }, connected: { state: true } };

  declare protected route: Route;
  declare protected said: string;
  /** Whether the sandbox tells what changes. */
  declare protected connected: boolean;
  readonly #overview = new Live<Overview>(this, 'overview', 'overview?view=all');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.route = routeOf(location.hash);
    this.said = '';
    this.connected = true;
  }

  override connectedCallback(): void {
    this.replaceChildren(); // what was for a browser without scripts
    super.connectedCallback();
    this.addEventListener('said', this.#hear);
    addEventListener('hashchange', this.#follow);
    connection.addEventListener('change', this.#hearConnection);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('said', this.#hear);
    removeEventListener('hashchange', this.#follow);
    connection.removeEventListener('change', this.#hearConnection);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('route')) return;
    document.title = titleOf(this.route);
    this.#overview.show(`overview?view=${this.route.view ?? 'all'}`);
  }

  protected override updated(changed: PropertyValues<{ route: Route }>): void {
    const before = changed.get('route');
    if (before && before.page !== this.route.page) void this.#arrive(); // a view of the same page keeps the focus on its link
  }

  /** Reading goes on at the heading of the new page. */
  async #arrive(): Promise<void> {
    const page = this.querySelector('main')?.firstElementChild as LightElement;
    await page.updateComplete;
    scrollTo(0, 0);
    focusOn(page.querySelector('h1'));
    this.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  protected override render(): unknown {
    const links = PAGES.map(
      ({ path, page, name }) =>
        html`<a href="#/${path}" aria-current=${page === this.route.page ? 'page' : nothing}>${name}</a>`,
    );
    return html`<a class="skip-link" href="#main" @click=${this.#skip}>Skip to the content</a>
      <header class="head">
        <p class="sandbox-note">
          <strong>This is a sandbox</strong>, a stand-in for the payments service. No money moves here.
          <a href="#/documentation">What is known of the service</a> · <a href="/qa/">QA page</a>
        </p>
        <div class="top">
          <a class="brand" href="#/"><span class="mark" aria-hidden="true"></span>Developer console</a>
          ${this.#environment()}
        </div>
        <div class="connection" role="status">${this.connected ? nothing : LOST}</div>
      </header>
      <nav class="pages" aria-label="Console">${links}</nav>
      <main id="main">${this.#page()}</main>
      <div class="toasts" role="status">${this.said ? html`<p class="toast">${this.said}</p>` : nothing}</div>`;
  }

  #environment(): TemplateResult {
    const environment = this.#overview.value?.environment;
    const colour = environment && (environment === 'LIVE' ? 'positive' : 'warning');
    return html`<p class="environment">
      <span class="muted">Environment</span>
      <strong class="badge ${colour ?? ''}">${environment ?? nothing}</strong>
    </p>`;
  }

  #page(): TemplateResult {
    switch (this.route.page) {
      case 'overview':
        return html`<overview-page
          .overview=${this.#overview.value}
          .error=${this.#overview.error}
          .view=${this.route.view}
        ></overview-page>`;
      case 'credentials':
        return html`<credentials-page></credentials-page>`;
      case 'webhooks':
        return html`<webhooks-page></webhooks-page>`;
      case 'settings':
        return html`<settings-page></settings-page>`;
      case 'documentation':
        return html`<documentation-page></documentation-page>`;
    }
  }

  readonly #follow = (): void => {
    this.route = routeOf(location.hash);
  };

  readonly #hearConnection = (): void => {
    this.connected = connection.works;
  };

  /** The address is the page's; a hash that is none would lead to another one. */
  #skip(event: Event): void {
    event.preventDefault();
    focusOn(this.querySelector('h1'));
  }

  readonly #hear = (event: Event): void => {
    if (!(event instanceof Said)) return;
    this.said = event.text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.said = ''), SHOWN);
  };
}

function focusOn(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

customElements.define('developer-console', DeveloperConsole);
