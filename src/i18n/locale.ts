/** Finds the nearest `lang` across shadow roots, as the page wrote it. Default: `en` */
export function nearestLang(element: Element): string {
  for (let node: Element | undefined = element; node;) {
    const found: Element | null = node.closest('[lang]');
    if (found) return found.getAttribute('lang') ?? '';
    const root: Node = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : undefined;
  }
  return 'en';
}

export function isEnglish(lang: string): boolean {
  return /^en([-_]|$)/i.test(lang);
}
