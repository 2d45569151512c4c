import { LitElement } from 'lit';
import type { QaHub } from './hub.js';
import type { QaModel } from './settings-model.js';

/** Base class for parts of the QA page: no shadow root, re-rendered when settings or shared state change. */
export abstract class PagePart extends LitElement {
  static override properties = { model: { attribute: false }, hub: { attribute: false } };

  declare model: QaModel;
  declare hub: QaHub;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.model.addEventListener('change', this.requestRender);
    this.hub.addEventListener('change', this.requestRender);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.model.removeEventListener('change', this.requestRender);
    this.hub.removeEventListener('change', this.requestRender);
  }

  protected readonly requestRender = (): void => {
    this.requestUpdate();
  };
}
