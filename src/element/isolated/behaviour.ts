import type { PropertyValues, ReactiveController } from 'lit';
import type { Mode } from '../../contract/protocol.js';
import type { PaymentWidget } from '../payment-widget.js';
import type { View } from '../widget.template.js';
import { FrameHost } from './frame-host.js';
export { FrameHost };
import { adoptStyles, HOST_STYLES } from './host-styles.js';

/** Attached in place of the behaviour of a form, if the form is in a frame. */
export class IsolatedBehaviour extends FrameHost implements ReactiveController {
  readonly hasRendered = true;
  /** Whether the frame is in the document, and the page is observed. */
  #isConnected = false;

  /** @param states the custom states of the element */
  constructor(widget: PaymentWidget, states: CustomStateSet, expectedMode: Mode | undefined) {
    super(widget, states);
    this.expectedMode = expectedMode;
    adoptStyles(widget.renderRoot as ShadowRoot, HOST_STYLES);
    widget.addController(this);
  }

  hostConnected(): void {
    if (!this.node.isConnected) return; // before the first render
    this.#isConnected = true;
    this.connect();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.disconnect();
  }

  prepare(): undefined {}

  willUpdate(changed: PropertyValues<PaymentWidget>): void {
    this.update([...changed.keys()].map(String));
  }

  createView(): View {
    return { panel: this.node };
  }

  updated(): void {
    if (!this.#isConnected) this.hostConnected();
  }
}
