import type { Behaviour } from '../element/behaviour/behaviour.js';
import type { WidgetModel } from '../element/behaviour/widget-model.js';
import { PaymentWidget } from '../element/payment-widget.js';

/** The element without a shadow root: some password managers do not look into one. */
export class FramedElement extends PaymentWidget {
  /** Called after each render. */
  onrender: (() => void) | undefined;
  /** The parts of the form, once it works. */
  model: WidgetModel | undefined;

  protected override attached({ model }: Behaviour): void {
    this.model = model;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(): void {
    super.updated();
    this.onrender?.();
  }
}
