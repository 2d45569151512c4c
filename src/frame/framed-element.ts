import { PaymentWidget } from '../element/payment-widget.js';
import type { WidgetModel } from '../element/behaviour/widget-model.js';

/** The element without a shadow root: some password managers do not look into one. */
export class FramedElement extends PaymentWidget {
  /** Called after each render, and once the form works. */
  onrender: (() => void) | undefined;

  /** The parts of the form, once it works. */
  get model(): WidgetModel | undefined {
    return this.behaviour && 'model' in this.behaviour ? this.behaviour.model : undefined;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(): void {
    super.updated();
    this.onrender?.();
  }
}
