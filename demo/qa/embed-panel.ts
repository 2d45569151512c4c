import { html, nothing, type TemplateResult } from 'lit';
import '../ui/copy-button.js';
import { recipes, type PackageFacts, type Recipe } from './embed.js';
import { PagePart } from './page-part.js';
import { renderPanel, renderTabs } from './tabs.js';

/** `<qa-embed>`: the code that a merchant writes for the current settings. */
export class EmbedPanel extends PagePart {
  static override properties = { ...PagePart.properties, facts: { state: true }, shown: { state: true } };

  declare protected facts: PackageFacts | undefined;
  declare protected shown: string;

  constructor() {
    super();
    this.shown = 'script';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void readFacts().then((facts) => (this.facts = facts));
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.facts) return html`<p class="hint">Loading the hashes of the files…</p>`;
    const all = recipes(this.model.values, this.facts);
    const select = (id: string) => (this.shown = id.replace(/^embed-/, ''));
    const tabs = all.map(({ id, label }) => ({ id: `embed-${id}`, label }));
    const selected = `embed-${this.shown}`;
    const panels = all.map((recipe) => renderPanel(`embed-${recipe.id}`, selected, renderRecipe(recipe)));
    return html`
      <p class="hint">Code for the current settings. Defaults are left out.</p>
      ${renderTabs(tabs, { label: 'Embed code', selected, select })} ${panels}
    `;
  }
}

function renderRecipe({ hint, files }: Recipe): TemplateResult {
  const rendered = files.map(
    ({ name, code }) => html`
      <div class="file-name">
        <h3><code>${name}</code></h3>
        <copy-button .text=${code} label="Copy ${name}"></copy-button>
      </div>
      <figure class="code">
        <pre tabindex="0" role="region" aria-label=${name}><code>${code.trimEnd()}</code></pre>
      </figure>
    `,
  );
  return html`${hint ? html`<p class="hint">${hint}</p>` : nothing} ${rendered}`;
}

async function readFacts(): Promise<PackageFacts> {
  const response = await fetch('/integrity.json');
  const { version, files } = (await response.json()) as {
    version: string;
    files: readonly { file: string; integrity: string }[];
  };
  const hashOf = (name: string) => files.find(({ file }) => file === name)?.integrity ?? '';
  return { version, integrity: hashOf('payment-widget.js'), styleIntegrity: hashOf('payment-widget.css') };
}

customElements.define('qa-embed', EmbedPanel);
