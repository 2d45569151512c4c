import type { Results } from './results.js';
import { longRunText, proxyTable, proxyText } from './proxy/table.js';
import { conditionsText, elementTable, markdown } from './table.js';

/** The results as Markdown, for the page on benchmarks. */
export function reportTables({ element, proxy, proxyMinutes }: Results): string {
  const parts: string[] = [];
  if (element) {
    parts.push(
      markdown(elementTable(element)),
      conditionsText(element),
      ...element.contenders.flatMap(({ name, limits }) => (limits ? `${name}: ${limits}` : [])),
    );
  }
  if (proxy) parts.push(markdown(proxyTable(proxy)), proxyText(proxy));
  if (proxyMinutes) parts.push(longRunText(proxyMinutes));
  return parts.join('\n\n');
}
