/**
 * The language of an element: the nearest `lang`, across shadow roots.
 * @returns a BCP 47 tag that `Intl` accepts. Default: `en`
 */
export function nearestLocale(element: Element): string {
  for (let node: Element | undefined = element; node;) {
    const found: Element | null = node.closest('[lang]');
    if (found) return canonical(found.getAttribute('lang') ?? '');
    const root: Node = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : undefined;
  }
  return 'en';
}

function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}
