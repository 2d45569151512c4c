/** An event, as a listener of the page sees it. */
export interface HeardEvent {
  readonly type: string;
  readonly isCustomEvent: boolean;
  /** Whether it has the method `waitUntil()`. */
  readonly canWait: boolean;
  readonly bubbles: boolean;
  readonly composed: boolean;
  readonly cancelable: boolean;
  /** `state` of the element. */
  readonly state: string;
  /** The custom states that `:state()` matches. */
  readonly css: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A page that {@link recordEvents} runs in. */
export type RecordingPage = typeof globalThis & { heard: HeardEvent[] };

/** Records the events of the elements of a page. Runs in the page, without access to this scope. */
export function recordEvents(): void {
  const heard: HeardEvent[] = [];
  (globalThis as RecordingPage).heard = heard;
  const types = ['ready', 'change', 'field', 'submit', 'action', 'success', 'pending', 'failure', 'unknown'];
  const states = ['loading', 'ready', 'busy', 'paid', 'pending', 'failed', 'unknown', 'test'];
  /** An error has properties that JSON leaves out. */
  const plain = (value: unknown): unknown => {
    if (value === undefined) return null;
    if (!(value instanceof Error)) return value;
    return { ...Object.fromEntries(Object.entries(value)), name: value.name, message: value.message, cause: undefined };
  };
  for (const type of types) {
    document.addEventListener(`payment-${type}`, (event) => {
      const { bubbles, composed, cancelable, target, detail } = event as CustomEvent<object>;
      const widget = target as HTMLElementTagNameMap['payment-widget'];
      heard.push({
        type: event.type,
        isCustomEvent: event instanceof CustomEvent,
        canWait: 'waitUntil' in event,
        bubbles,
        composed,
        cancelable,
        state: widget.state,
        css: states.filter((state) => widget.matches(`:state(${state})`)),
        detail: Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, plain(value)])),
      });
    });
  }
}
