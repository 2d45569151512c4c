import type { PropertyValues, TemplateResult } from 'lit';
import type { Mode } from '../contract/protocol.js';
import type { PaymentOutcome } from '../payment/outcome.js';
import { refuseKeyProperties } from './plain-settings.js';
import type { PaymentFailureEvent, PaymentState, PaymentUnknownEvent } from './events.js';
import type { FrameContext } from './card-form.js';
import type { ShownForm } from './form.js';
import { FormLoader } from './form-loader.js';
import type {
  PaymentActionEvent,
  PaymentChangeEvent,
  PaymentFieldEvent,
  PaymentPendingEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  PaymentSuccessEvent,
} from './payment-events.js';
import type { Finding } from '../hints/hints.js';
import { styles } from './styles.js';
import { Widget } from './widget-properties.js';
import { renderWidget, showFields, type View } from './widget.template.js';

/**
 * A card payment form. It sends the payment through your own proxy and reports the outcome.
 *
 * @tag payment-widget
 * @slot - Shown until the element is defined, for example if the script is blocked. With `isolated`, also if the frame does not load.
 * @slot header - Above the fields.
 * @slot before-button - Between the fields and the pay button. Controls in it must be valid before the shopper can pay, and
 *   their values are sent in `metadata`.
 * @slot footer - Below the pay button or the result.
 * @fires {PaymentReadyEvent} payment-ready - The form is ready for use, and the configuration of the proxy is known.
 * @fires {PaymentChangeEvent} payment-change - The validity, completeness or card brand of the form changed.
 * @fires {PaymentFieldEvent} payment-field - The shopper entered or left a field, or an error of it became visible.
 * @fires {PaymentSubmitEvent} payment-submit - The payment is about to be sent. `preventDefault()` stops it, and
 *   `waitUntil(promise)` delays it.
 * @fires {PaymentSuccessEvent} payment-success - The payment succeeded. `preventDefault()` keeps the page from going to `return-url`.
 * @fires {PaymentActionEvent} payment-action - The bank asks the shopper to confirm the payment. The page goes there, unless
 *   `preventDefault()` is called.
 * @fires {PaymentPendingEvent} payment-pending - The payment was accepted, but is not finished.
 *   `preventDefault()` keeps the page from going to `return-url`.
 * @fires {PaymentFailureEvent} payment-failure - The payment failed. Nothing was charged.
 * @fires {PaymentUnknownEvent} payment-unknown - The outcome is unknown. The card may have been charged.
 * @csspart form - The form.
 * @csspart fields - All fields.
 * @csspart field - A field with its label and error.
 * @csspart field-NAME - One field, by its name in `fields`, such as `field-card-number`.
 * @csspart label - A label.
 * @csspart label-NAME - The label of one field.
 * @csspart input - An input.
 * @csspart input-NAME - The input of one field.
 * @csspart affix - The card mark, the currency or an icon at the end of an input.
 * @csspart mark - The mark of the card brand.
 * @csspart brands - The marks of the accepted brands.
 * @csspart networks - The choice between the networks of a co-badged card.
 * @csspart network - A network to choose, with its mark and name.
 * @csspart icon - A line icon.
 * @csspart error - An error of a field, or of a control in the slot `before-button`.
 * @csspart warning - A warning about a field. It does not prevent the payment.
 * @csspart banner - The test-mode banner.
 * @csspart test-card-button - The button that fills in a test card.
 * @csspart actions - The summary and the pay button.
 * @csspart summary - Links to the invalid fields, or why a payment failed.
 * @csspart summary-title - The first line of the summary.
 * @csspart summary-link - A link from the summary to a field.
 * @csspart pay-button - The pay button.
 * @csspart spinner - The spinner while a payment is being made or checked.
 * @csspart result - The outcome, in place of the form.
 * @csspart result-title - The title of the outcome.
 * @csspart result-text - The text of the outcome.
 * @csspart reference - The reference of the order, in the outcome.
 * @csspart time - The time of the attempt, in the outcome.
 * @csspart print-button - The button that prints the page.
 * @csspart action-button - The button that leads to the bank.
 * @csspart go-on-button - The button to pay again although the outcome is unknown.
 * @csspart back-button - The button to not pay again.
 * @csspart caution - The warning about paying again.
 * @csspart checking - Shown in place of the form while an earlier payment is checked.
 * @csspart setup-error - The configuration error, for the developer.
 * @cssprop [--payment-widget-accent=light-dark(#1a56db, #7aa7ff)] - Button and focus ring.
 * @cssprop [--payment-widget-on-accent=light-dark(#ffffff, #0b1220)] - Text on the button.
 * @cssprop [--payment-widget-focus=--payment-widget-accent] - Focus ring.
 * @cssprop [--payment-widget-text=light-dark(#16202e, #f2f2f2)] - Text. Without it, labels and notes have the colour of the page.
 * @cssprop [--payment-widget-muted=light-dark(#5a6675, #a8a8ad)] - Icons, notes and, somewhat lighter by default, placeholders.
 * @cssprop [--payment-widget-surface=light-dark(#ffffff, #1c1c1c)] - Background of inputs.
 * @cssprop [--payment-widget-panel=--payment-widget-surface] - Background of the result.
 * @cssprop [--payment-widget-border=light-dark(#868f9c, #7d7d80)] - Borders.
 * @cssprop [--payment-widget-error=light-dark(#b42318, #ff9b90)] - Text of errors, and borders of invalid inputs.
 * @cssprop [--payment-widget-on-error=light-dark(#fef3f2, #2a1413)] - Background of the error summary.
 * @cssprop [--payment-widget-success=light-dark(#067647, #5ddba3)] - Icon of a successful payment.
 * @cssprop [--payment-widget-on-success=light-dark(#ffffff, #06241a)] - The sign on that icon.
 * @cssprop [--payment-widget-warning=light-dark(#fff4d6, #3a2c05)] - Background of the test-mode banner and of other outcome icons.
 * @cssprop [--payment-widget-on-warning=light-dark(#5c3d00, #ffdf8f)] - Text on the banner, and the sign on these icons.
 * @cssprop [--payment-widget-line-height=1.4] - Line height. In Urdu 1.8, since Nastaliq is tall.
 * @cssprop [--payment-widget-label-color=--payment-widget-text] - Colour of labels.
 * @cssprop [--payment-widget-label-size=0.9375em] - Size of labels.
 * @cssprop [--payment-widget-label-weight=500] - Weight of labels.
 * @cssprop [--payment-widget-note-size=0.875em] - Size of errors beside fields.
 * @cssprop [--payment-widget-button-size=1em] - Size of the text on the button.
 * @cssprop [--payment-widget-button-weight=600] - Weight of the text on the button.
 * @cssprop [--payment-widget-radius=8px] - Radius of corners.
 * @cssprop [--payment-widget-input-radius=--payment-widget-radius] - Radius of the corners of inputs.
 * @cssprop [--payment-widget-button-radius=--payment-widget-radius] - Radius of the corners of buttons.
 * @cssprop [--payment-widget-border-width=1px] - Width of borders.
 * @cssprop [--payment-widget-focus-width=2px] - Width of the focus ring.
 * @cssprop [--payment-widget-input-height=48px] - Minimum height of inputs.
 * @cssprop [--payment-widget-input-padding=14px] - Horizontal padding of inputs.
 * @cssprop [--payment-widget-input-shadow=0 0 transparent] - Shadow of inputs.
 * @cssprop [--payment-widget-button-height=52px] - Minimum height of the pay button.
 * @cssprop [--payment-widget-button-shadow=0 0 transparent] - Shadow of the pay button.
 * @cssprop [--payment-widget-gap=16px] - Space between fields.
 * @cssprop [--payment-widget-label-gap=6px] - Space between label and input.
 * @cssprop [--payment-widget-duration=150ms] - Duration of transitions.
 * @cssprop [--payment-widget-font-family=inherit] - Font family.
 * @cssprop [--payment-widget-font-size=inherit] - Size of text.
 * @cssState loading - The form or the configuration of the proxy is loading, or an earlier payment is checked.
 * @cssState ready - The form is ready for use.
 * @cssState busy - A payment is being made.
 * @cssState paid - The payment succeeded.
 * @cssState pending - The payment was accepted, but is not finished.
 * @cssState failed - The last payment failed, or the configuration is invalid.
 * @cssState unknown - The outcome is unknown. The card may have been charged.
 * @cssState test - The test-mode banner is shown.
 */
export class PaymentWidget extends Widget {
  static override readonly styles = styles;

  static {
    refuseKeyProperties<PaymentWidget>(this.prototype, (element, name) => {
      element.#form.refuseCredential(name);
    });
  }

  readonly #loader: FormLoader;
  #view: View = {};

  /** @param frame - in the frame of isolated mode, what the element knows of the page around it */
  constructor(frame?: FrameContext) {
    super();
    this.#loader = new FormLoader(this, frame);
  }

  get #form(): ShownForm {
    return this.#loader.form;
  }

  /** What the element is doing. Each state is also a CSS state, such as `:state(busy)`. */
  get state(): PaymentState {
    return this.#form.state;
  }

  /** Whether every field is valid now. */
  get valid(): boolean {
    return this.#form.valid;
  }

  /** The kind of the key that the proxy holds, once it has said so. */
  get reportedMode(): Mode | undefined {
    return this.#form.reportedMode;
  }

  /** With this callback, `moveBefore()` neither disconnects the element nor ends the document in its frame. */
  protected connectedMoveCallback(): void {
    this.#form.hostMoved?.();
  }

  /**
   * Pays, and resolves with the outcome. While an attempt runs, and after any outcome but a certain failure, it resolves with the
   * outcome of that attempt and sends nothing. It never rejects.
   * @returns {Promise<PaymentOutcome>} the outcome
   */
  submit(): Promise<PaymentOutcome> {
    return this.#form.submit();
  }

  /** Checks the form, shows its errors, moves the focus to the first invalid field, and returns whether the form is valid. */
  validate(): boolean {
    return this.#form.validate();
  }

  /**
   * Empties the form for another payment. It does nothing while a payment runs, or while the outcome for this `reference` is
   * pending or unknown.
   */
  reset(): void {
    this.#form.reset();
  }

  /**
   * Checks the element, its page and its proxy, and resolves with what is suspicious: errors first. It logs nothing. It rejects if
   * its file cannot be loaded.
   * @returns {Promise<Finding[]>} the findings
   */
  diagnose(): Promise<Finding[]> {
    return this.#form.diagnose();
  }

  /** Moves the focus to the first field. */
  override focus(options?: FocusOptions): void {
    const form = this.#form;
    if (form.focus) {
      form.focus(options);
      return;
    }
    const find = () => (this as { renderRoot?: ParentNode }).renderRoot?.querySelector<HTMLElement>('input, select');
    const field = find();
    if (field) field.focus(options);
    else void this.#whenRendered().then(() => find()?.focus(options));
  }

  /** Waits for the first view; if it has no form, for the form that works. */
  async #whenRendered(): Promise<void> {
    await super.getUpdateComplete();
    if (!this.renderRoot.querySelector('form')) await this.updateComplete;
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    await this.#loader.whenSettled();
    return super.getUpdateComplete();
  }

  /** A document refuses the style sheets of another window; then the form that works adopts them. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    try {
      return super.createRenderRoot();
    } catch {
      return this.shadowRoot as ShadowRoot;
    }
  }

  protected override async scheduleUpdate(): Promise<void> {
    if (this.#loader.isBroken) return;
    try {
      const ready = this.#form.prepare?.();
      if (ready) await ready;
      void super.scheduleUpdate();
    } catch (error) {
      this.#loader.onUpdateError(error);
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#form.willUpdate?.(changed);
  }

  protected override update(changed: PropertyValues<this>): void {
    this.#view = this.#form.createView();
    super.update(changed);
    if (this.#view.form) showFields(this.renderRoot, this.#view.form);
  }

  protected override render(): TemplateResult {
    return renderWidget(this.#view);
  }

  protected override updated(): void {
    this.#form.updated?.();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'payment-widget': PaymentWidget;
  }

  // Events bubble, so elements, document and window have them.
  interface GlobalEventHandlersEventMap {
    'payment-ready': PaymentReadyEvent;
    'payment-change': PaymentChangeEvent;
    'payment-field': PaymentFieldEvent;
    'payment-submit': PaymentSubmitEvent;
    'payment-action': PaymentActionEvent;
    'payment-success': PaymentSuccessEvent;
    'payment-pending': PaymentPendingEvent;
    'payment-failure': PaymentFailureEvent;
    'payment-unknown': PaymentUnknownEvent;
  }
}
