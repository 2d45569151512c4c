import type { PaymentErrorCode } from 'payment-widget/contract';
import type { Outcome } from './options.js';

type WidgetState = 'loading' | 'ready' | 'busy' | 'paid' | 'pending' | 'failed' | 'unknown';

export interface SeenOutcome {
  /** The id of the element's snapshots. */
  readonly id: number;
  readonly outcome: Outcome;
  readonly code: PaymentErrorCode | undefined;
  readonly reference: string | undefined;
  readonly state: WidgetState;
}

/** An element as it is now. Plain data, because Playwright passes it on from the page. */
export type Snapshot = ReturnType<typeof inspect>;

export type ShownInput = Snapshot['inputs'][number];

/** An element that has no properties until it is defined. */
interface Widget extends Element {
  readonly state?: WidgetState;
  readonly reference?: string;
  readonly withoutButton?: boolean;
  readonly prefill?: Readonly<Record<string, string>>;
  readonly currency?: string;
  readonly currencyExponents?: Readonly<Record<string, number>>;
  readonly minAmount?: number;
  readonly maxAmount?: number;
}

type Detail = Partial<Pick<SeenOutcome, 'reference'>> & { readonly error?: { readonly code: PaymentErrorCode } };

/**
 * Reads an element, and reports its outcomes from now on: to a function, or to that of the window with this name. Playwright runs it in
 * the page, so it uses nothing that is outside of it.
 */
export function inspect(widget: Widget, report: string | ((seen: SeenOutcome) => void)) {
  const idKey = Symbol.for('payment-widget/testing');
  const id = (Reflect.get(widget, idKey) as number | undefined) ?? Math.random();
  Reflect.set(widget, idKey, id);

  const reportOutcomes = () => {
    const reportKey = Symbol.for(`payment-widget/testing ${typeof report === 'string' ? report : ''}`);
    if (Reflect.get(widget, reportKey)) return;
    Reflect.set(widget, reportKey, true);
    const window = (widget.ownerDocument.defaultView ?? globalThis) as object;
    const outcomes: Readonly<Record<string, Outcome>> = {
      'payment-success': 'paid',
      'payment-pending': 'pending',
      'payment-failure': 'failed',
      'payment-unknown': 'unknown',
      'payment-action': 'action',
    };
    for (const [type, outcome] of Object.entries(outcomes)) {
      const onoutcome = (event: Event) => {
        const { reference, error } = (event as CustomEvent<Detail>).detail;
        const seen: SeenOutcome = { id, outcome, code: error?.code, reference, state: widget.state ?? 'loading' };
        if (typeof report === 'function') report(seen);
        else (Reflect.get(window, report) as (seen: SeenOutcome) => void)(seen); // a listener may leave the page
      };
      widget.addEventListener(type, onoutcome, { capture: true });
    }
  };
  reportOutcomes();

  const root = widget.shadowRoot ?? widget; // in the frame of isolated mode there is none
  const form = root.querySelector('form');
  const fields = form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[part~="input"]') ?? [];
  const inputs = [...fields].filter((input) => input.checkVisibility());
  const button = root.querySelector<HTMLElement>('[part~="pay-button"]');
  const texts = root.querySelectorAll<HTMLElement>(
    '[part="result-title"], [part="result-text"], [part="summary"], [part="error"], [part="setup-error"], [part="checking"]',
  );

  const findRegion = () => {
    let lang = '';
    for (let node: Node | null = widget; node && !lang;) {
      lang = (node as Partial<Element>).getAttribute?.('lang') ?? '';
      node = node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null;
    }
    return /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(lang)?.[1]?.toUpperCase();
  };

  return {
    id, // all snapshots of the element have the same
    isDefined: widget.state !== undefined,
    state: widget.state ?? 'loading',
    reference: (widget.reference ?? widget.getAttribute('reference') ?? undefined)?.normalize(),
    canFill: inputs.length > 0 && !inputs.some((input) => input.matches(':disabled, [readonly]')),
    canPay:
      button?.checkVisibility() === true &&
      !button.matches(':disabled, [aria-disabled="true"]') &&
      widget.state !== 'busy',
    withoutButton: widget.withoutButton ?? false,
    inputs: inputs.map((input) => ({
      id: input.id,
      value: input.value,
      choices:
        input.localName === 'select'
          ? [...(input as HTMLSelectElement).options].map(({ value, text }) => [value, text] as const)
          : undefined,
    })),
    country: widget.prefill?.['country'],
    localCountry: findRegion(), // such as `GB` in `en-GB`
    currency: widget.currency,
    exponents: widget.currencyExponents,
    min: widget.minAmount,
    max: widget.maxAmount,
    text: [...texts]
      .map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(' '),
  };
}
