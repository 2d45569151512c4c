import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { PagePart } from './page-part.js';
import { isOwn, type StageController } from './stage.js';

/** Viewport size in CSS pixels. */
export type Size = readonly [width: number, height: number];

export const VIEWPORTS: Readonly<Record<string, Size>> = {
  narrow: [320, 568],
  phone: [390, 844],
  tablet: [768, 1024],
  desktop: [1280, 800],
};

/** Fits a viewport into the available space: scales the width, cuts the height. */
export function fitViewport(wanted: Size | undefined, [width, height]: Size): { size: Size; scale: number } {
  if (!wanted) return { size: [width, height], scale: 1 };
  const scale = Math.min(1, width / wanted[0]);
  return { size: [wanted[0], Math.min(wanted[1], Math.floor(height / scale))], scale };
}

/** `<qa-stage-frame>`: the frame with the merchant's page. */
export class StageFrame extends PagePart {
  static override properties = {
    ...PagePart.properties,
    controller: { attribute: false },
    problem: { state: true },
    fitted: { state: true },
  };

  declare controller: StageController;
  declare protected problem: string | undefined;
  declare protected fitted: ReturnType<typeof fitViewport> | undefined;
  #strict = '';
  #viewport = '';
  #resize: ResizeObserver | undefined;

  protected override firstUpdated(): void {
    const device = this.querySelector('.device');
    this.#resize = new ResizeObserver(() => {
      this.#fit();
    });
    if (device) this.#resize.observe(device);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize?.disconnect();
  }

  /** Reloads the frame. */
  reload(): void {
    const { contentWindow } = this.#frame ?? {};
    if (contentWindow && !isOwn(contentWindow)) contentWindow.location.replace(this.#address);
    else contentWindow?.location.reload();
  }

  protected override willUpdate(): void {
    const strict = this.model.get('strict');
    if (this.hasUpdated && strict !== this.#strict) this.controller.leave();
    else this.controller.apply(this.model.values);
    this.#strict = strict;
  }

  protected override updated(): void {
    const viewport = this.model.get('viewport');
    if (viewport !== this.#viewport) this.#fit();
    this.#viewport = viewport;
    this.#show();
  }

  protected override render(): TemplateResult {
    const isStrict = this.model.get('strict') === 'on';
    const { size = [0, 0], scale = 1 } = this.fitted ?? {};
    const zoom = scale < 1 ? `, scaled to ${Math.round(scale * 100)}%` : '';
    // A new frame for each page, to avoid history entries.
    const frame = html`<iframe title="Merchant’s page" src=${this.#address} @load=${this.#onLoad}></iframe>`;
    return html`
      <div class="device">${keyed(isStrict, frame)}</div>
      <p class="hint device-size number">${size[0]} × ${size[1]}${zoom}</p>
      <div role="alert">${this.problem ? html`<p class="notice negative">${this.problem}</p>` : ''}</div>
    `;
  }

  get #address(): string {
    return this.model.get('strict') === 'on' ? '/qa/strict.html' : '/qa/stage.html';
  }

  get #frame(): HTMLIFrameElement | null {
    return this.querySelector('iframe');
  }

  readonly #onLoad = (event: Event): void => {
    const { contentWindow } = event.target as HTMLIFrameElement;
    if (!contentWindow) return;
    this.problem = this.controller.load(contentWindow as Window & typeof globalThis, this.model.values);
  };

  /** Layout alone determines this size, so the frame cannot change it. */
  #fit(): void {
    const device = this.querySelector('.device');
    if (!device || device.clientWidth === 0) return;
    this.fitted = fitViewport(VIEWPORTS[this.model.get('viewport')], [device.clientWidth, device.clientHeight]);
  }

  #show(): void {
    const frame = this.#frame;
    if (!frame || !this.fitted) return;
    const { size, scale } = this.fitted;
    Object.assign(frame.style, {
      width: `${size[0]}px`,
      height: `${size[1]}px`,
      transform: scale < 1 ? `scale(${scale})` : '',
    });
  }
}

customElements.define('qa-stage-frame', StageFrame);

declare global {
  interface HTMLElementTagNameMap {
    'qa-stage-frame': StageFrame;
  }
}
