import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Overview } from '../../src/sandbox/console-api.js';
import '../ui/copy-button.js';
import './credentials-page.js';
import './documentation-page.js';
import './overview-page.js';
import './settings-page.js';
import './webhooks-page.js';
import { LightElement } from '../ui/light-element.js';
import { connection, LiveData } from './live-data.js';
import { PAGES, routeOf, titleOf, type Route } from './routes.js';
import { ToastEvent } from './toast.js';

/** How long a toast is shown, in ms. Toasts never hold the only copy of a message. */
const TOAST_DURATION = 6000;

const DISCONNECTED = 'The sandbox does not respond. The data may be outdated. This page reconnects automatically.';

/** `<developer-console>`: the frame around the pages, and the page of the current route. */
export class DeveloperConsole extends LightElement {
  static override properties = { route: { state: true }, toast: { state: true }, connected: { state: true } };

  declare protected route: Route;
  declare protected toast: string;
  /** Whether the event stream is connected. */
  declare protected connected: boolean;
  readonly #overview = new LiveData<Overview>(this, 'overview', 'overview?view=all');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.route = routeOf(location.hash);
    this.toast = '';
    this.connected = true;
  }

  override connectedCallback(): void {
    this.replaceChildren(); // the <noscript> content
    super.connectedCallback();
    this.addEventListener('toast', this.#onToast);
    addEventListener('hashchange', this.#onHashChange);
    connection.addEventListener('change', this.#onConnection);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('toast', this.#onToast);
    removeEventListener('hashchange', this.#onHashChange);
    connection.removeEventListener('change', this.#onConnection);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('route')) return;
    document.title = titleOf(this.route);
    this.#overview.show(`overview?view=${this.route.view ?? 'all'}`);
  }

  protected override updated(changed: PropertyValues<{ route: Route }>): void {
    if (!changed.has('route')) return;
    this.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const before = changed.get('route');
    if (before && before.page !== this.route.page) void this.#focusPage(); // a filter of the same page keeps the focus on its link
  }

  /** Moves the focus to the heading of the new page. */
  async #focusPage(): Promise<void> {
    const page = this.querySelector('main')?.firstElementChild as LightElement;
    await page.updateComplete;
    scrollTo(0, 0);
    focusOn(page.querySelector('h1'));
  }

  protected override render(): unknown {
    const links = PAGES.map(
      ({ path, page, name }) =>
        html`<a href="#/${path}" aria-current=${page === this.route.page ? 'page' : nothing}>${name}</a>`,
    );
    return html`<a class="skip-link" href="#main" @click=${this.#skip}>Skip to content</a>
      <header class="head">
        <p class="sandbox-note">
          <strong>This is a sandbox</strong> that simulates the payments service. No money moves.
          <a href="#/documentation">About the real service</a>
          ${this.#overview.value?.hasQaPage ? html`· <a href="/qa/">QA page</a>` : nothing}
        </p>
        <div class="top">
          <a class="brand" href="#/"><span class="mark" aria-hidden="true"></span>Developer console</a>
          ${this.#environment()}
        </div>
        <div class="connection" role="status">${this.connected ? nothing : DISCONNECTED}</div>
      </header>
      <nav class="pages" aria-label="Console">${links}</nav>
      <main id="main">${this.#page()}</main>
      <div class="toasts" role="status">${this.toast ? html`<p class="toast">${this.toast}</p>` : nothing}</div>`;
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

  readonly #onHashChange = (): void => {
    this.route = routeOf(location.hash);
  };

  readonly #onConnection = (): void => {
    this.connected = connection.works;
  };

  /** Prevents the link from changing the hash, which is the route. */
  #skip(event: Event): void {
    event.preventDefault();
    focusOn(this.querySelector('h1'));
  }

  readonly #onToast = (event: Event): void => {
    if (!(event instanceof ToastEvent)) return;
    this.toast = event.text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.toast = ''), TOAST_DURATION);
  };
}

function focusOn(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

customElements.define('developer-console', DeveloperConsole);
