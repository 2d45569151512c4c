import type { ReactiveController } from 'lit';
import { isPaymentError, logError, PaymentError } from '../contract/errors.js';
import { OnDemand } from '../contract/on-demand.js';
import { LOADING_FORM_TEXTS, UNAVAILABLE } from '../i18n/loading-form-texts.js';
import type { FrameContext } from './card-form.js';
import type { PaymentState } from './events.js';
import type { ShownForm } from './form.js';
import { LoadingForm } from './loading-form.js';
import type { Widget } from './widget-properties.js';
import { showFields, type FieldsView } from './widget.template.js';

const cardForm = new OnDemand('card-form', () => import('./card-form.js'));
const isolatedForm = new OnDemand('isolated-form', () => import('../isolated/page/isolated-form.js'));

/** States in which a card may be charged. With a set, this file fails like the others if a page replaces `Set`. */
const CHARGING: ReadonlySet<PaymentState> = new Set(['busy', 'paid', 'pending', 'unknown']);

/** Loads the form that works. Until then, and if it fails, the element has a form that can be typed into. */
export class FormLoader implements ReactiveController {
  /** The form that works, once it is loaded. */
  workingForm: ShownForm | undefined;
  /** Whether the page has broken the form, and a text has replaced it: an update would fail again. */
  isBroken = false;
  readonly frame: FrameContext | undefined;
  readonly #widget: Widget;
  readonly #states: CustomStateSet;
  readonly #loadingForm: LoadingForm;
  #loading: Promise<ShownForm> | undefined;

  constructor(widget: Widget, frame: FrameContext | undefined) {
    this.#widget = widget;
    this.frame = frame;
    this.#states = widget.attachInternals().states;
    this.#loadingForm = new LoadingForm(widget, this.#states, this);
    widget.addController(this);
  }

  /** The form that the element shows. */
  get form(): ShownForm {
    return this.workingForm ?? this.#loadingForm;
  }

  hostConnected(): void {
    this.#start().catch(this.#lose);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this);
  }

  /** Handles `pagehide`: a page that comes back from the cache of the browser must not show the card. */
  handleEvent(): void {
    if (!this.form.hasRendered) this.#loadingForm.empty(); // the form that works empties itself
  }

  async #start(): Promise<void> {
    addEventListener('pagehide', this);
    const { isolated, ownerDocument } = this.#widget;
    if (!document.hidden && !isolated && ownerDocument.defaultView === top) {
      // It reports after the frame that shows the form, even if that is hidden, but never in a hidden iframe.
      await new Promise<void>((resolve) => {
        new IntersectionObserver((_, observer) => {
          observer.disconnect();
          resolve();
        }).observe(this.#widget);
      });
    }
    void this.whenSettled();
  }

  /** Resolves once the form is loaded, or cannot be loaded: then only a payment tries again. */
  whenSettled(): Promise<unknown> | undefined {
    if (this.#widget.isConnected && this.#loadingForm.state === 'loading') void this.load();
    return this.#loading?.catch(() => undefined); // it is logged
  }

  /** Loads the form once. After a failure, the next call tries again. */
  load(): Promise<ShownForm> {
    return (this.#loading ??= this.#create().catch((error: unknown) => {
      this.#loading = undefined;
      throw this.#lose(error);
    }));
  }

  async #create(): Promise<ShownForm> {
    const widget = this.#widget;
    this.#loadingForm.findAttempt();
    const module = await (widget.isolated ? isolatedForm : cardForm).arrive();
    const create = await module.prepare(widget, this.frame);
    const form = create(this.#states, (view: FieldsView) => {
      showFields(widget.renderRoot, view);
    });
    this.workingForm = form;
    const { refused } = this.#loadingForm;
    if (refused) form.refuseCredential(refused);
    widget.requestUpdate();
    return form;
  }

  /** What fails in a form that was shown is reported by the browser, and the next update tries again. */
  onUpdateError(error: unknown): void {
    if (this.form.hasRendered && !this.#mayBeCharged) throw error;
    this.#lose(error);
  }

  /** Shows that a part was not loaded, or that the page has replaced what the form, or even Lit, needs. */
  readonly #lose = (cause: unknown): PaymentError => {
    const isBroken = !isPaymentError(cause);
    const error = isBroken ? new PaymentError('form_failed', 'The page broke the form.', { cause }) : cause;
    if (isBroken) this.#replaceView();
    logError(error);
    if (!this.workingForm) this.#loadingForm.lose(error);
    return error;
  };

  get #mayBeCharged(): boolean {
    return CHARGING.has(this.form.state);
  }

  /** Without Lit, which may be what fails. */
  #replaceView(): void {
    const isInDoubt = this.#mayBeCharged;
    const place = document.createElement(isInDoubt ? 'p' : 'slot');
    place.textContent = isInDoubt ? LOADING_FORM_TEXTS.unknown_text_open : UNAVAILABLE;
    this.#widget.renderRoot.replaceChildren(place);
    this.isBroken = true;
    if (!isInDoubt) this.workingForm = undefined;
  }
}
