import { html, type TemplateResult } from 'lit';
import { KINDS, type Kind, type LogEntry } from './log-entry.js';

/** Which entries to show. */
export interface Filter {
  readonly hidden: ReadonlySet<Kind>;
  readonly query: string;
}

const texts = new WeakMap<LogEntry, string>();

export function matches(entry: LogEntry, { hidden, query }: Filter): boolean {
  return !hidden.has(entry.kind) && textOf(entry).includes(query.trim().toLowerCase());
}

/** All text of an expanded entry. */
function textOf(entry: LogEntry): string {
  let text = texts.get(entry);
  if (text === undefined) {
    const { source, title, note = '', details } = entry;
    const parts = details.map(({ content }) => (typeof content === 'string' ? content : content.flat().join(' ')));
    text = [source, title, note, ...parts].join('\n').toLowerCase();
    texts.set(entry, text);
  }
  return text;
}

/** Toggle buttons for each kind, with the number of entries. */
export function renderKinds(
  entries: readonly LogEntry[],
  { hidden }: Filter,
  toggle: (kind: Kind) => void,
): TemplateResult {
  const counts: Partial<Record<Kind, number>> = {};
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1;
  const buttons = (Object.keys(KINDS) as Kind[]).map((kind) => {
    const onClick = () => {
      toggle(kind);
    };
    return html`<button
      type="button"
      class="log-kind"
      data-kind=${kind}
      aria-pressed=${!hidden.has(kind)}
      @click=${onClick}
    >
      ${KINDS[kind]} <span class="log-count">${counts[kind] ?? 0}</span>
    </button>`;
  });
  return html`<div class="log-kinds" role="group" aria-label="Show">${buttons}</div>`;
}
