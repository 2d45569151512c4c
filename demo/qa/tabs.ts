import { html, nothing, type TemplateResult } from 'lit';

export interface Tab {
  readonly id: string;
  readonly label: string;
}

/** Renders a tab list with arrow keys, Home and End. */
export function renderTabs(
  tabs: readonly Tab[],
  { label, selected, select }: { label: string; selected: string; select: (id: string) => void },
): TemplateResult {
  const onKey = (event: KeyboardEvent) => {
    const index = nextIndex(
      event.key,
      tabs.findIndex(({ id }) => id === selected),
      tabs.length,
    );
    const next = index === undefined ? undefined : tabs[index];
    if (!next) return;
    event.preventDefault();
    select(next.id);
    (event.currentTarget as Element).querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  const onClick = (event: Event) => {
    const tab = (event.target as Element).closest('[role=tab]');
    if (tab) select(tab.id.replace(/^tab-/, ''));
  };
  const buttons = tabs.map(({ id, label: text }) => {
    const isSelected = id === selected;
    return html`<button
      type="button"
      role="tab"
      id="tab-${id}"
      aria-controls="panel-${id}"
      aria-selected=${isSelected}
      tabindex=${isSelected ? nothing : -1}
    >
      ${text}
    </button>`;
  });
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${onKey} @click=${onClick}>
    ${buttons}
  </div>`;
}

/** Renders a tab panel. Hidden panels stay in the document and keep their state. */
export function renderPanel(id: string, selected: string, content: unknown): TemplateResult {
  return html`<div
    class="panel"
    role="tabpanel"
    id="panel-${id}"
    aria-labelledby="tab-${id}"
    tabindex="0"
    ?hidden=${id !== selected}
  >
    ${content}
  </div>`;
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: count - 1 };
  const next = steps[key];
  return next === undefined ? undefined : (next + count) % count;
}
