import { html, LitElement, nothing } from 'lit';
import '../../ui/copy-button.js';
import type { QaHub } from '../hub.js';
import { toJson, toMarkdown, type Report } from './bug-report.js';
import './copy-report.js';
import { Journal } from './journal.js';
import { JournalController } from './journal-controller.js';
import type { Kind, LogEntry } from './log-entry.js';
import { matches, renderKinds, type Filter } from './log-filter.js';
import './log-list.js';
import { LogAnnouncer } from './log-announcer.js';
import './qa-verdict.js';
import { playedScenario, verdictOf } from './qa-verdict.js';

/** `<qa-event-log>`: the verdict on the order and a log of everything that happened. */
export class EventLog extends LitElement {
  static override properties = { hub: { attribute: false }, filter: { state: true }, announcement: { state: true } };

  declare hub: QaHub;
  declare protected filter: Filter;
  declare protected announcement: string;
  #journal: Journal | undefined;
  readonly #announcer = new LogAnnouncer((text) => {
    this.announcement = text;
  });

  constructor() {
    super();
    this.filter = { hidden: new Set(), query: '' };
    this.announcement = '';
    new JournalController(this, () => this.#journal);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#journal ??= new Journal(this.hub);
    this.#journal.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#journal?.stop();
    this.#announcer.stop();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): unknown {
    const journal = this.#journal;
    if (!journal) return nothing;
    const { entries } = journal;
    this.#announcer.update(entries);
    const shown = entries.filter((entry) => matches(entry, this.filter));
    return html`
      <qa-verdict .journal=${journal}></qa-verdict>
      <div class="log-bar">
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter by text"
          .value=${this.filter.query}
          @input=${this.#onQuery}
        />
        <div class="buttons">
          <qa-copy-report label="Copy report" .make=${this.#markdown}></qa-copy-report>
          <qa-copy-report label="Copy JSON" .make=${this.#json}></qa-copy-report>
          <button type="button" class="small quiet" @click=${this.#onClear}>Clear</button>
        </div>
        ${renderKinds(entries, this.filter, this.#toggle)}
      </div>
      <p class="log-state" role="status">${this.#renderState(entries, shown, journal)}</p>
      <qa-log-list .journal=${journal} .entries=${shown}></qa-log-list>
      <p class="visually-hidden" role="status">${this.announcement}</p>
    `;
  }

  #renderState(entries: readonly LogEntry[], shown: readonly LogEntry[], { isConnected }: Journal): unknown {
    if (!isConnected && this.hub.state.reference !== '') {
      return html`<span class="badge warning">Not connected. Server events are missing.</span>`;
    }
    const hidden = entries.length - shown.length;
    return hidden > 0 ? `${hidden} of ${entries.length} hidden by the filter` : nothing;
  }

  readonly #onQuery = (event: Event): void => {
    this.filter = { ...this.filter, query: (event.target as HTMLInputElement).value };
  };

  readonly #toggle = (kind: Kind): void => {
    const hidden = new Set(this.filter.hidden);
    if (!hidden.delete(kind)) hidden.add(kind);
    this.filter = { ...this.filter, hidden };
  };

  readonly #onClear = (): void => {
    this.#journal?.clear();
  };

  readonly #markdown = (): string => toMarkdown(this.#report());
  readonly #json = (): string => toJson(this.#report());

  /** The current order, unfiltered. */
  #report(): Report {
    const journal = this.#journal;
    if (!journal) throw new Error('The log has not started.');
    const { reference, link, settings, scenario, stage } = this.hub.state;
    const played = scenario ? undefined : playedScenario(journal);
    const unchosen = played ? `${played.label} (of the last payment, selected by the link)` : 'by card number';
    return {
      at: new Date(),
      reference,
      link: played ? `${link}${link.includes('?') ? '&' : '?'}scenario=${played.id}` : link,
      settings: [['Scenario', scenario?.label ?? unchosen], ...settings.filter(([label]) => label !== 'Scenario')],
      browser: browserOf(stage?.window ?? window),
      verdict: verdictOf(journal),
      ledger: journal.ledger,
      entries: journal.entries
        .filter((entry) => entry.reference === reference)
        .map((entry) => ({ ...entry, time: journal.timeOf(entry) })),
    };
  }
}

function browserOf({ navigator, innerWidth, innerHeight, devicePixelRatio }: Window): [string, string][] {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    ['Browser', navigator.userAgent],
    ['Viewport', `${innerWidth} × ${innerHeight} at ${devicePixelRatio}×`],
    ['Languages', `${navigator.languages.join(', ')}; ${timeZone}`],
  ];
}

customElements.define('qa-event-log', EventLog);

declare global {
  interface HTMLElementTagNameMap {
    'qa-event-log': EventLog;
  }
}
