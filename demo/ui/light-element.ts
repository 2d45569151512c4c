import { LitElement } from 'lit';

/** An element without a shadow root, so that page styles and labels reach its content. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
