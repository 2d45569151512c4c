/** WebDriver's codes of keys without a character. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/** @throws when the key is unknown: WebDriver would type its name */
export function webDriverKey(name: string): string {
  const key = /^.$/u.test(name) ? name : KEYS[name];
  if (key === undefined) throw new Error(`Unknown key "${name}": add it to webdriver-keys.ts.`);
  return key;
}
