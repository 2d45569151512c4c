import { html, LitElement } from 'lit';

const SHOWN_MS = 2000;

/**
 * `<copy-button .text=${…} label="Copy key">` copies a text and announces it. If the clipboard is not available, as
 * over plain HTTP, it selects the code beside it for copying by keyboard.
 */
class CopyButton extends LitElement {
  static override properties = { text: { attribute: false }, label: {}, state: { state: true } };

  /** The text to copy; defaults to the code in the same `.code`. */
  declare text: string | undefined;
  declare label: string;
  declare protected state: 'ready' | 'copied' | 'marked';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.label = 'Copy';
    this.state = 'ready';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override render(): unknown {
    const said = { ready: '', copied: 'Copied', marked: 'Press Ctrl+C' }[this.state];
    return html`<button type="button" class="small" aria-label=${said || this.label} @click=${this.#copy}>
        ${said || 'Copy'}</button
      ><span class="visually-hidden" role="status">${said}</span>`;
  }

  #copy(): void {
    void this.#write().then((written) => {
      this.state = written ? 'copied' : 'marked';
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => (this.state = 'ready'), SHOWN_MS);
    });
  }

  async #write(): Promise<boolean> {
    const code = this.closest('.code')?.querySelector('code');
    try {
      await navigator.clipboard.writeText(this.text ?? code?.textContent ?? '');
      return true;
    } catch {
      if (code) getSelection()?.selectAllChildren(code);
      return false;
    }
  }
}

customElements.define('copy-button', CopyButton);

declare global {
  interface HTMLElementTagNameMap {
    'copy-button': CopyButton;
  }
}
