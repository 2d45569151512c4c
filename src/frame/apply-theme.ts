import {
  COLOR_SCHEME,
  roomAround,
  ROOT_SIZE,
  THEME_PROPERTIES,
  type Theme,
} from '../element/isolated/theme-properties.js';

/** Functions that load something, or refer to what the frame does not have. */
const UNSAFE = /[\\{};]|(url|src|image-set|image|element|var|env|attr|paint)\(/i;

const sheet = new CSSStyleSheet();
sheet.replaceSync('html {} body {}');

/** Applies the look of the page. Values that their property does not take are ignored. */
export function applyTheme(theme: Theme): void {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  const [html, body] = [...sheet.cssRules].map((rule) => (rule as CSSStyleRule).style) as [
    CSSStyleDeclaration,
    CSSStyleDeclaration,
  ];
  html.setProperty('--room', `${roomAround(theme)}px`);
  for (const [name, property] of THEME_PROPERTIES) {
    const value = theme[name] ?? '';
    const isSafe = !UNSAFE.test(value) && CSS.supports(property, value);
    const style = name === ROOT_SIZE || name === COLOR_SCHEME ? html : body;
    style.setProperty(name === ROOT_SIZE ? 'font-size' : name, isSafe ? value : '');
  }
}
