import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Overview } from 'payment-widget-testing/sandbox/console';
import '../ui/copy-button.js';
import { LightElement } from '../ui/light-element.js';
import './credentials-page.js';
import { LiveData } from './live-data.js';
import { renderOverview } from './overview-page.js';
import './settings-page.js';
import { ToastEvent } from './templates.js';
import './webhooks-page.js';

/** Toasts never hold the only copy of a message. */
const TOAST_MS = 6000;

const DISCONNECTED = 'The sandbox does not respond. The data may be outdated. This page reconnects automatically.';

/** By the part of the hash after `#/`. */
const PAGES = {
  '': 'Overview',
  credentials: 'API Credentials',
  webhooks: 'Webhooks',
  settings: 'Developer settings',
} as const;

type Path = keyof typeof PAGES;

const currentPath = (): Path => {
  const path = location.hash.replace(/^#\/?/, '');
  return path in PAGES ? (path as Path) : '';
};

/** `<developer-console>`: the frame around the pages, and the page of the current route. */
class DeveloperConsole extends LightElement {
  static override properties = { path: { state: true }, toast: { state: true } };

  declare protected path: Path;
  declare protected toast: string;
  readonly #overview = new LiveData<Overview>(this, 'overview');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.path = currentPath();
    this.toast = '';
    this.addEventListener('toast', this.#onToast);
    addEventListener('hashchange', () => {
      this.path = currentPath();
    });
  }

  override connectedCallback(): void {
    this.replaceChildren(); // the <noscript> content
    super.connectedCallback();
  }

  protected override willUpdate(): void {
    document.title = `${PAGES[this.path]} · Sandbox console`;
  }

  protected override updated(changed: PropertyValues<{ path: Path }>): void {
    if (changed.get('path') !== undefined) void this.#focusPage();
  }

  /** Moves the focus to the heading of the new page. */
  async #focusPage(): Promise<void> {
    const page = this.querySelector('main')?.firstElementChild as Partial<LightElement> & Element;
    await page.updateComplete;
    scrollTo(0, 0);
    focusOn(page.querySelector('h1'));
  }

  protected override render(): unknown {
    const links = Object.entries(PAGES).map(
      ([path, name]) => html`<a href="#/${path}" aria-current=${path === this.path ? 'page' : nothing}>${name}</a>`,
    );
    return html`<a class="skip-link" href="#main" @click=${this.#skip}>Skip to content</a>
      <header class="head">
        <p class="sandbox-note">
          <strong>This is a sandbox</strong> that simulates the payments service. No money moves. Anything that the
          service does not document is an assumption.
        </p>
        <div class="top">
          <a class="brand" href="#/"><span class="mark" aria-hidden="true"></span>Developer console</a>
          ${this.#environment()}
        </div>
        <div class="connection" role="status">${this.#overview.works ? nothing : DISCONNECTED}</div>
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
    switch (this.path) {
      case '':
        return renderOverview(this.#overview);
      case 'credentials':
        return html`<credentials-page></credentials-page>`;
      case 'webhooks':
        return html`<webhooks-page></webhooks-page>`;
      case 'settings':
        return html`<settings-page></settings-page>`;
    }
  }

  /** Prevents the link from changing the hash, which is the route. */
  #skip(event: Event): void {
    event.preventDefault();
    focusOn(this.querySelector('h1'));
  }

  readonly #onToast = (event: Event): void => {
    if (!(event instanceof ToastEvent)) return;
    this.toast = event.text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.toast = ''), TOAST_MS);
  };
}

function focusOn(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

customElements.define('developer-console', DeveloperConsole);
