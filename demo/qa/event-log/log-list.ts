import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Journal } from './journal.js';
import type { LogEntry } from './log-entry.js';
import { renderRow } from './log-row.js';

/** Distance that counts as the end, in px. */
const END_DISTANCE = 24;

/** `<qa-log-list>`: one tab stop, arrow keys between rows. Scrolls to new entries unless the user scrolled up. */
export class LogList extends LitElement {
  static override properties = {
    journal: { attribute: false },
    entries: { attribute: false },
    open: { state: true },
    current: { state: true },
    isFollowing: { state: true },
  };

  declare journal: Journal;
  declare entries: readonly LogEntry[];
  /** IDs of the expanded entries. */
  declare protected open: ReadonlySet<string>;
  declare protected current: string | undefined;
  declare protected isFollowing: boolean;
  #seen = 0;
  /** Keeps the end visible when the list changes its size. */
  readonly #resize = new ResizeObserver(() => {
    this.#follow();
  });

  constructor() {
    super();
    this.entries = [];
    this.open = new Set();
    this.isFollowing = true;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(): void {
    if (this.isFollowing) this.#seen = this.entries.length;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
  }

  protected override updated(): void {
    const log = this.#log;
    if (log) this.#resize.observe(log);
    this.#follow();
  }

  #follow(): void {
    const log = this.#log;
    if (log && this.isFollowing) log.scrollTop = log.scrollHeight;
  }

  protected override render(): TemplateResult {
    const { entries } = this;
    const current = entries.some(({ id }) => id === this.current) ? this.current : entries.at(-1)?.id;
    const missed = entries.length - this.#seen;
    const hasOrders = entries.some(({ reference }) => reference !== entries[0]?.reference);
    // LogAnnouncer announces important entries; this list would be read row by row.
    return html`
      <div class="log-scroll" role="log" aria-live="off" aria-label="Log" tabindex="-1" @scroll=${this.#onScroll}>
        ${entries.length === 0 ? html`<p class="empty">No entries.</p>` : nothing}
        <ol class="log-rows" @click=${this.#onClick} @keydown=${this.#onKey} @focusin=${this.#onFocus}>
          ${repeat(
            entries,
            ({ id }) => id,
            (entry, index) => {
              const row = {
                time: this.journal.timeOf(entry),
                isOpen: this.open.has(entry.id),
                isCurrent: entry.id === current,
              };
              const { reference } = entry;
              const isFirst = hasOrders && entries[index - 1]?.reference !== reference;
              return html`<li data-id=${entry.id}>
                ${isFirst ? html`<h3 class="log-order">Order <code>${reference || 'no reference'}</code></h3>` : nothing}
                ${guard([entry, row.time, row.isOpen, row.isCurrent], () => renderRow(entry, row))}
              </li>`;
            },
          )}
        </ol>
      </div>
      ${
        this.isFollowing
          ? nothing
          : html`<button type="button" class="small primary log-newest" @click=${this.#toNewest}>
              ${missed > 0 ? `${missed} new` : 'Jump to latest'} ↓
            </button>`
      }
    `;
  }

  get #log(): HTMLElement | null {
    return this.querySelector('.log-scroll');
  }

  readonly #onScroll = (): void => {
    const log = this.#log;
    if (log) this.isFollowing = log.scrollHeight - log.scrollTop - log.clientHeight < END_DISTANCE;
  };

  readonly #toNewest = (): void => {
    this.isFollowing = true;
    this.current = this.entries.at(-1)?.id;
    void this.updateComplete.then(() => {
      this.#rows.at(-1)?.focus();
    });
  };

  readonly #onClick = (event: Event): void => {
    const head = (event.target as Element).closest('.log-head');
    const id = head && idOf(head);
    if (!id) return;
    const open = new Set(this.open);
    if (!open.delete(id)) open.add(id);
    this.open = open;
    this.isFollowing = false; // following would scroll the expanded entry away
  };

  readonly #onFocus = (event: Event): void => {
    const head = (event.target as Element).closest('.log-head');
    if (head) this.current = idOf(head);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const rows = this.#rows;
    const index = rows.indexOf(event.target as HTMLElement);
    const steps: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 };
    const next = steps[event.key];
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(next, rows.length - 1))]?.focus();
  };

  get #rows(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.log-head')];
  }
}

const idOf = (head: Element): string | undefined => head.closest<HTMLElement>('[data-id]')?.dataset['id'];

customElements.define('qa-log-list', LogList);

declare global {
  interface HTMLElementTagNameMap {
    'qa-log-list': LogList;
  }
}
