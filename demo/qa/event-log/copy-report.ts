import { html, LitElement, nothing, type TemplateResult } from 'lit';

/** How long the button shows the result, in ms. */
const SHOWN = 2000;

/**
 * A button that copies a text created on click. If the clipboard is not available, it shows the text for copying by
 * hand.
 */
export class CopyReport extends LitElement {
  static override properties = {
    label: {},
    make: { attribute: false },
    isCopied: { state: true },
    shown: { state: true },
  };

  declare label: string;
  declare make: () => string;
  declare protected isCopied: boolean;
  declare protected shown: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.label = 'Copy';
    this.isCopied = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated(): void {
    const dialog = this.querySelector('dialog');
    if (!dialog || dialog.open) return;
    dialog.showModal();
    this.querySelector('textarea')?.select();
  }

  protected override render(): TemplateResult {
    return html`<button type="button" class="small" @click=${this.#onClick}>
        ${this.isCopied ? 'Copied' : this.label}</button
      ><span class="visually-hidden" role="status">${this.isCopied ? `${this.label}: copied` : ''}</span> ${
        this.shown === undefined
          ? nothing
          : html`<dialog aria-label=${this.label} @close=${this.#onClose}>
              <form method="dialog" class="stack">
                <p>The clipboard is not available. Press Ctrl+C or ⌘C.</p>
                <textarea rows="12" readonly aria-label=${this.label} .value=${this.shown}></textarea>
                <div class="buttons"><button class="primary">Close</button></div>
              </form>
            </dialog>`
      }`;
  }

  readonly #onClose = (): void => {
    this.shown = undefined;
  };

  readonly #onClick = (): void => {
    const text = this.make();
    void Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => {
          this.isCopied = true;
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => (this.isCopied = false), SHOWN);
        },
        () => {
          this.shown = text;
        },
      );
  };
}

customElements.define('qa-copy-report', CopyReport);

declare global {
  interface HTMLElementTagNameMap {
    'qa-copy-report': CopyReport;
  }
}
