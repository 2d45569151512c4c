/** The part of the element that the focus moves in. */
export interface FocusHost extends HTMLElement {
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
  #paying: Element | undefined;
  #isOwed = false;

  constructor(host: FocusHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('pointerdown', this.#onElsewhere);
    document.addEventListener('focusin', this.#onElsewhere);
    if (this.#isOwed) void this.moveToResult();
  }

  hostDisconnected(): void {
    document.removeEventListener('pointerdown', this.#onElsewhere);
    document.removeEventListener('focusin', this.#onElsewhere);
  }

  hostUpdate(): void {
    this.#before = this.#inside();
  }

  /** What had the focus may be gone, hidden or out of order now: then the focus goes where there is to go on. */
  hostUpdated(): void {
    const before = this.#before;
    const inside = this.#inside();
    if (isUsable(inside)) {
      if (!inside.matches(PANELS)) this.#lost = undefined;
      return;
    }
    const lost = this.#lost;
    if (before) {
      this.#lost = before.isConnected && !before.matches(PANELS) ? before : undefined;
      [lost, ...this.#heirs()].find(isUsable)?.focus({ preventScroll: true });
    } else if (isUsable(lost) && deepActive() === document.body) {
      this.#lost = undefined;
      lost.focus({ preventScroll: true });
    }
  }

  /** Remembers where the focus is, to know at the end whether somebody has gone elsewhere meanwhile. */
  markStart(): void {
    this.#paying = deepActive();
  }

  /**
   * Moves the focus to the result once it is drawn, unless somebody has gone elsewhere meanwhile.
   * @returns whether it is there, or will be when the element is back in the page
   */
  async moveToResult(): Promise<boolean> {
    await this.#host.updateComplete;
    this.#isOwed = !this.#host.isConnected;
    if (this.#isOwed) return true;
    const result = this.#host.renderRoot?.querySelector<HTMLElement>(PANELS);
    const active = deepActive();
    if (!result || !(active === result || this.#isFree(active))) return false;
    result.focus({ preventScroll: true });
    const isTooTall = result.offsetHeight > innerHeight;
    result.scrollIntoView({ block: isTooTall ? 'start' : 'nearest' }); // its title, if not all of it
    return true;
  }

  /** Nobody has it, or it is where it was when Pay was pressed; a field that was emptied may be another of that name. */
  #isFree(active: HTMLElement): boolean {
    if (active === document.body || active === this.#paying || !isUsable(active)) return true;
    return Boolean(active.id) && active.id === this.#paying?.id && this.#inside() === active;
  }

  /** Whoever turns to something else does not want the focus back. */
  readonly #onElsewhere = (event: Event): void => {
    if (!event.composedPath().includes(this.#host)) this.#lost = undefined;
  };

  /** What has the focus in the element or in what the page has put into it. */
  #inside(): HTMLElement | undefined {
    const active = deepActive();
    for (let node: Node | null = active; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
      if (node === this.#host) return active;
    }
    return undefined;
  }

  #heirs(): HTMLElement[] {
    const { renderRoot } = this.#host;
    return ['.caution', PANELS, 'input, select'].flatMap((selector) => [
      ...(renderRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
    ]);
  }
}

function isUsable(element: HTMLElement | undefined): element is HTMLElement {
  return Boolean(element?.isConnected && element.checkVisibility() && !element.matches(':disabled'));
}

/** What has the focus, however deep in shadow roots. */
function deepActive(): HTMLElement {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return (active ?? document.body) as HTMLElement;
}
