import { html } from 'lit';
import { LightElement } from '../ui/light-element.js';

/** `<revealed-secret>`: a secret that is shown once. Fires `done` when dismissed. */
class RevealedSecret extends LightElement {
  static override properties = {
    secret: { attribute: false },
    heading: { attribute: false },
    what: { attribute: false },
  };

  declare secret: string;
  declare heading: string;
  /** The noun for the secret, such as "key". */
  declare what: string;

  protected override render(): unknown {
    return html`<section class="notice warning stack" aria-label=${this.heading}>
      <h3 tabindex="-1">${this.heading}</h3>
      <p>Copy the ${this.what} now and store it safely. <strong>You cannot see it again.</strong></p>
      <figure class="code">
        <pre class="value"><code>${this.secret}</code></pre>
        <copy-button .text=${this.secret} .label=${`Copy ${this.what}`}></copy-button>
      </figure>
      <div class="buttons"><button type="button" @click=${this.#done}>I’ve saved it</button></div>
    </section>`;
  }

  /** Moves the focus to the secret, for screen readers. */
  protected override firstUpdated(): void {
    this.querySelector('h3')?.focus({ preventScroll: true });
    this.scrollIntoView({ block: 'nearest' });
  }

  #done(): void {
    this.dispatchEvent(new Event('done'));
  }
}

customElements.define('revealed-secret', RevealedSecret);
