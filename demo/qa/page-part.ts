import { LitElement } from 'lit';
import type { QaHub } from './hub.js';
import type { QaModel } from './model.js';

/** A part of the QA page: in the page's own tree, so that the shared look holds, and drawn again with every setting. */
export abstract class PagePart extends LitElement {
  static override properties = { model: { attribute: false }, hub: { attribute: false } };

  declare model: QaModel;
  declare hub: QaHub;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.model.addEventListener('change', this.redraw);
    this.hub.addEventListener('change', this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.model.removeEventListener('change', this.redraw);
    this.hub.removeEventListener('change', this.redraw);
  }

  protected readonly redraw = (): void => {
    this.requestUpdate();
  };
}
