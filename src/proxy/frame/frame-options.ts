import type { CurrencyExponents } from '../../contract/currency.js';
import { isActionOrigin } from '../../contract/security.js';

/** A font of the isolated form. */
export interface FrameFont {
  /** The name of the font in `font-family`. */
  readonly family: string;
  /** An https URL, or a path on the origin of the proxy, such as `/fonts/inter.woff2`. */
  readonly src: string;
  /** As in `@font-face`, such as `400` or `100 900`. */
  readonly weight?: string;
  /** As in `@font-face`, such as `italic`. */
  readonly style?: string;
}

/** Isolated mode: the proxy serves the form in a frame of its origin, so that no script of the shop's page can read the card. */
export interface FrameOptions {
  /** Origins whose pages may hold the frame, such as `https://shop.example`. Also http on this machine. */
  readonly ancestors: readonly string[];
  /** Decimals by currency code, such as `{ ISK: 2 }`, if the payments service deviates from ISO 4217. */
  readonly currencyExponents?: CurrencyExponents;
  /** Fonts that the form may use. */
  readonly fonts?: readonly FrameFont[];
  /**
   * Returns a file of `dist/browser` by its name, such as `frame.js` or `locales/de.js`, and `integrity.json`, which identifies the
   * release. For runtimes without a file system. Only the body is used, and kept in memory.
   * @default reads the files of this package
   */
  readonly files?: (name: string, request: Request) => Response | undefined | Promise<Response | undefined>;
}

/** URLs allow more in a host, such as `*` and `;`, which mean something else in a policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.-]+(?::\d+)?$/;

export function isAncestorList(value: unknown): value is readonly string[] {
  const isAncestor = (origin: unknown) => isActionOrigin(origin) && PLAIN_ORIGIN.test(origin);
  return Array.isArray(value) && value.length > 0 && value.every(isAncestor);
}

const FONT: Readonly<Record<keyof FrameFont, (value: string) => boolean>> = {
  family: (value) => /^[^\p{Cc}]{1,100}$/u.test(value),
  src: isFontSource,
  weight: (value) => /^[\w ]{1,20}$/.test(value),
  style: (value) => /^[\w -]{1,40}$/.test(value),
};

export function isFont(value: unknown): value is FrameFont {
  if (typeof value !== 'object' || value === null || !('family' in value && 'src' in value)) return false;
  return Object.entries(value).every(
    ([name, text]) => Object.hasOwn(FONT, name) && typeof text === 'string' && FONT[name as keyof FrameFont](text),
  );
}

/** Without characters that end `url(…)` in CSS. */
function isFontSource(src: string): boolean {
  if (/[\s"'()\\]/.test(src)) return false;
  if (src.startsWith('/')) return !src.startsWith('//');
  return src.startsWith('https://') && URL.canParse(src) && PLAIN_ORIGIN.test(new URL(src).origin);
}
