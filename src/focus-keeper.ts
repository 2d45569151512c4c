/** The part of the element that the focus moves in. */
export interface FocusHost {
  readonly renderRoot: ParentNode | undefined;
  readonly updateComplete: Promise<unknown>;
  addController(controller: FocusKeeper): void;
}

/** What is to be read when it comes. */
const PANELS = '.result, .configuration, .failure';

/** Sees to it that nobody loses the focus to a drawing, and that a result comes into view and is read. */
export class FocusKeeper {
  readonly #host: FocusHost;
  #before: HTMLElement | undefined;
  #lost: HTMLElement | undefined;
  #paying: Element | null = null;

  constructor(host: FocusHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#before = this.#inside();
  }

  /** What had the focus may be gone, hidden or out of order now: then the focus goes where there is to go on. */
  hostUpdated(): void {
    const before = this.#before;
    if (isUsable(this.#inside())) return;
    const candidates = [this.#lost, ...this.#heirs()];
    if (before) {
      if (before.isConnected && !before.matches(PANELS)) this.#lost = before;
      candidates.find(isUsable)?.focus({ preventScroll: true });
    } else if (isUsable(this.#lost) && deepActive() === document.body) {
      this.#lost.focus({ preventScroll: true });
    }
  }

  /** Remembers where the focus is, to know at the end whether somebody has gone elsewhere meanwhile. */
  markStart(): void {
    this.#paying = deepActive();
  }

  /**
   * Moves the focus to the result once it is drawn, unless somebody has gone elsewhere meanwhile.
   * @returns whether it is there
   */
  async moveToResult(): Promise<boolean> {
    await this.#host.updateComplete;
    const result = this.#host.renderRoot?.querySelector<HTMLElement>(PANELS);
    const isFree = [this.#paying, document.body, result].includes(deepActive());
    if (!isFree || !result) return false;
    result.focus({ preventScroll: true });
    const isTooTall = result.offsetHeight > innerHeight;
    result.scrollIntoView({ block: isTooTall ? 'start' : 'nearest' }); // its title, if not all of it
    return true;
  }

  #inside(): HTMLElement | undefined {
    const { renderRoot } = this.#host;
    return (renderRoot instanceof ShadowRoot && (renderRoot.activeElement as HTMLElement | null)) || undefined;
  }

  #heirs(): HTMLElement[] {
    return [...(this.#host.renderRoot?.querySelectorAll<HTMLElement>(`${PANELS}, input, select`) ?? [])];
  }
}

function isUsable(element: HTMLElement | undefined): element is HTMLElement {
  return Boolean(element?.isConnected && element.checkVisibility() && !element.matches(':disabled'));
}

/** What has the focus, however deep in shadow roots. */
function deepActive(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
