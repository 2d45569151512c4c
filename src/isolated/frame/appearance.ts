import { COLOR_SCHEME, roomAround, ROOT_SIZE, THEME_PROPERTIES, type Theme } from '../messages/theme.js';
import { PaymentWidget } from '../../element/payment-widget.js';

/** The frame is as large as the form, so it never scrolls. */
const DOCUMENT = `
  html { overflow: hidden; background: transparent }
  body { margin: 0; padding: var(--room, 4px) }
  payment-form { max-inline-size: none }
`;

export function adoptDocumentStyles(): void {
  const sheets = [toDocument(PaymentWidget.styles.cssText), DOCUMENT].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  document.adoptedStyleSheets.push(...sheets);
}

/** Replaces `:host`, which a document does not have. */
function toDocument(css: string): string {
  return css.replace(/:host(?:\(((?:[^()]|\([^()]*\))*)\))?/g, (_, condition = '') => `payment-form${condition}`);
}

interface FrameFont {
  readonly family: string;
  readonly src: string;
  readonly weight?: string;
  readonly style?: string;
}

export function loadFonts(json = '[]'): void {
  for (const { family, src, ...descriptors } of JSON.parse(json) as FrameFont[]) {
    document.fonts.add(new FontFace(family, `url(${JSON.stringify(src)})`, { display: 'swap', ...descriptors }));
  }
}

/** The most characters of a value, since `functionsIn()` takes quadratic time. */
const MAX_VALUE = 1000;

const UNSAFE = /[\\{};]|\/\*/;

/** Functions that compute. Others load something, refer to what the frame does not have, or fit any property. */
const FUNCTIONS =
  /^(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color|color-mix|light-dark|calc|min|max|clamp|round|mod|rem|abs|sign|pow|sqrt|hypot|a?sin|a?cos|a?tan2?|)$/i;

const sheet = new CSSStyleSheet();
sheet.replaceSync('html {} body {}');

/** Values that their property does not take are ignored. */
export function applyTheme(theme: Theme): void {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  const [html, body] = [...sheet.cssRules].map((rule) => (rule as CSSStyleRule).style) as [
    CSSStyleDeclaration,
    CSSStyleDeclaration,
  ];
  html.setProperty('--room', `${roomAround(theme)}px`);
  for (const [name, property] of THEME_PROPERTIES) {
    const value = theme[name] ?? '';
    const isSafe =
      value.length < MAX_VALUE &&
      !UNSAFE.test(value) &&
      functionsIn(value).every((functionName) => FUNCTIONS.test(functionName)) &&
      CSS.supports(property, value);
    const style = name === ROOT_SIZE || name === COLOR_SCHEME ? html : body;
    style.setProperty(name === ROOT_SIZE ? 'font-size' : name, isSafe ? value : '');
  }
}

function functionsIn(value: string): string[] {
  return [...value.matchAll(/([^\s(),/*+]*)\(/g)].map(([, name = '']) => name);
}
