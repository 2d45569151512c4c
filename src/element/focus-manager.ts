import type { LitElement } from 'lit';

const PANELS = '.result, .configuration, .failure';

export class FocusManager {
  readonly #host: LitElement;
  #before: HTMLElement | undefined;
  #lost: HTMLElement | undefined;
  #atStart: Element | undefined;
  #isPending = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('pointerdown', this.#onElsewhere);
    document.addEventListener('focusin', this.#onElsewhere);
    if (this.#isPending) void this.moveToResult();
  }

  hostDisconnected(): void {
    document.removeEventListener('pointerdown', this.#onElsewhere);
    document.removeEventListener('focusin', this.#onElsewhere);
  }

  hostUpdate(): void {
    this.#before = this.#inside();
  }

  hostUpdated(): void {
    const before = this.#before;
    const inside = this.#inside();
    if (inside && isKept(inside)) {
      if (!inside.matches(PANELS)) this.#lost = undefined;
      return;
    }
    const lost = this.#lost;
    if (before) {
      this.#lost = before.isConnected && !before.matches(PANELS) ? before : undefined;
      [lost, ...this.#fallbacks(before)].find(isUsable)?.focus({ preventScroll: true });
    } else if (isUsable(lost) && deepActive() === document.body) {
      this.#lost = undefined;
      lost.focus({ preventScroll: true });
    }
  }

  markStart(): void {
    this.#atStart = deepActive();
  }

  /**
   * Moves the focus to the result, unless it has moved elsewhere since the payment started. Returns whether a screen
   * reader reads the result, now or when the element is connected again.
   */
  async moveToResult(): Promise<boolean> {
    const before = deepActive();
    await this.#host.updateComplete;
    this.#isPending = !this.#host.isConnected;
    if (this.#isPending) return true;
    const result = this.#host.renderRoot.querySelector<HTMLElement>(`[aria-invalid], ${PANELS}`);
    const active = deepActive();
    if (!result || !(active === result || this.#mayMoveFrom(active))) return false;
    result.focus({ preventScroll: true });
    show(result);
    return result !== before && result.matches(PANELS);
  }

  /** A field that was replaced since the start has the same `id`. */
  #mayMoveFrom(active: HTMLElement): boolean {
    if (active === document.body || active === this.#atStart || !isUsable(active)) return true;
    return Boolean(active.id) && active.id === this.#atStart?.id && this.#inside() === active;
  }

  readonly #onElsewhere = (event: Event): void => {
    if (!event.composedPath().includes(this.#host)) this.#lost = undefined;
  };

  #inside(): HTMLElement | undefined {
    const active = deepActive();
    return pathFrom(active).includes(this.#host) ? active : undefined;
  }

  #fallbacks(before: HTMLElement): HTMLElement[] {
    const next = before.matches('.failure') ? '.pay' : '.caution'; // the control beside the message that is gone
    return [next, PANELS, 'input, select'].flatMap((selector) => [
      ...this.#host.renderRoot.querySelectorAll<HTMLElement>(selector),
    ]);
  }
}

/** Scrolls as little as possible. Without `scroll-padding`, a fixed header of the page covers what is at the edge. */
function show(result: HTMLElement): void {
  const title = result.querySelector('h2') ?? result;
  const scroll = (element: HTMLElement, block: ScrollLogicalPosition) => {
    element.scrollIntoView({ block, behavior: 'instant' }); // the next scroll would end a smooth one
  };
  scroll(result, 'nearest');
  scroll(title, 'nearest'); // the result may be taller than the viewport
  const { left, right, top, bottom } = result.getBoundingClientRect();
  const host = pathFrom(result).findLast((node) => node instanceof ShadowRoot)?.host;
  const isSeen = (y: number) => document.elementFromPoint((left + right) / 2, y) === host;
  if (isSeen(top + 1) && isSeen(bottom - 1)) return;
  scroll(bottom - top > innerHeight ? title : result, 'center');
}

/** A render hides a control only by an attribute. `checkVisibility()` would lay out the page each time. */
function isKept(focused: HTMLElement): boolean {
  return !focused.matches(':disabled') && !pathFrom(focused).some((node) => (node as HTMLElement).hidden);
}

/** Returns the element and what it is shown in, across slots and shadow roots. */
function pathFrom(element: Element): Node[] {
  const path: Node[] = [];
  for (let node: Node | null = element; node;) {
    path.push(node);
    if (node instanceof ShadowRoot) node = node.host;
    else node = (node as Element).assignedSlot ?? node.parentNode;
  }
  return path;
}

function isUsable(element: HTMLElement | undefined): element is HTMLElement {
  return Boolean(element?.isConnected && element.checkVisibility() && !element.matches(':disabled'));
}

function deepActive(): HTMLElement {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return (active ?? document.body) as HTMLElement;
}
