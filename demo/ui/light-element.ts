import { LitElement } from 'lit';

/** An element without a shadow root, so that the shared style sheet and labels reach everything in it. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
