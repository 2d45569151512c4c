import type { Result } from 'minisearch';

/** Results shown. */
const SHOWN = 12;
/** Characters of an excerpt, and how many of them come before the first match. */
const EXCERPT = { length: 140, before: 40 };

type Search = (query: string) => Result[];

/**
 * The search in the header: a field and a list of links. The index is loaded with the first use. Arrow keys move between the
 * field and the links; Enter in the field opens the first one.
 */
export function startSearch(): void {
  const box = document.querySelector<HTMLElement>('.search');
  const input = box?.querySelector('input');
  const panel = box?.querySelector<HTMLElement>('.search-panel');
  const status = box?.querySelector<HTMLElement>('.search-status');
  if (!box || !input || !panel || !status) return;
  let loading: Promise<Search> | undefined;
  let shownFor = '';

  const load = () => (loading ??= loadIndex());
  const links = () => Array.from(panel.querySelectorAll('a'));
  const close = () => {
    panel.hidden = true;
  };

  async function update(): Promise<void> {
    const query = input?.value.trim() ?? '';
    if (query === '') {
      close();
      return;
    }
    const found = await load().then(
      (search) => search(query),
      () => (loading = undefined),
    );
    if (query === input?.value.trim()) show(found, query); // else typing went on
  }

  function show(results: Result[] | undefined, query: string): void {
    if (!panel || !status) return;
    status.textContent = results ? count(results.length) : 'The search could not be loaded.';
    shownFor = query;
    const list = document.createElement('ul');
    list.append(...(results ?? []).slice(0, SHOWN).map(createResult));
    const text = document.createElement('p');
    text.className = 'search-count';
    text.textContent = status.textContent;
    panel.replaceChildren(text, list);
    panel.hidden = false;
  }

  /** @param step - from the focused link, or from the field */
  function move(step: 1 | -1): void {
    const stops = [input, ...links()];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  }

  input.addEventListener('focus', () => {
    void load().catch(() => (loading = undefined));
    if (input.value.trim() !== '' && input.value.trim() === shownFor) panel.hidden = false;
  });
  input.addEventListener('input', () => void update());
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void update().then(() => links()[0]?.click());
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && !panel.hidden) move(1);
    else if (event.key === 'ArrowUp' && !panel.hidden) move(-1);
    else if (event.key === 'Escape' && !panel.hidden) {
      input.focus();
      close();
    } else return;
    event.preventDefault();
  });
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close(); // the result may be on this page
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !box.contains(relatedTarget)) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !box.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

async function loadIndex(): Promise<Search> {
  const [{ createSearch }, response] = await Promise.all([import('./search-index.js'), fetch('/docs/search.json')]);
  if (!response.ok) throw new Error(`/docs/search.json: ${response.status}`);
  return createSearch(await response.text());
}

const count = (results: number): string => {
  if (results === 0) return 'No results';
  return results === 1 ? '1 result' : `${results} results`;
};

function createResult(result: Result): HTMLElement {
  const [page = '', heading = '', text = ''] = ['page', 'heading', 'text'].map((name) => String(result[name]));
  const title = document.createElement('strong');
  title.append(...mark(heading, result.terms));
  const where = document.createElement('span');
  where.textContent = page === heading ? '' : ` ${page}`;
  const excerpt = document.createElement('span');
  excerpt.className = 'search-excerpt';
  excerpt.append(' ', ...mark(cut(text, result.terms), result.terms));
  const link = document.createElement('a');
  link.href = result.id;
  link.append(title, where, excerpt);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** The part of a text around the longest match. */
function cut(text: string, terms: readonly string[]): string {
  const [at = -1] = longestFirst(terms).flatMap((term) => {
    const found = text.search(pattern([term], 'iu'));
    return found < 0 ? [] : found;
  });
  const start = at > EXCERPT.length - EXCERPT.before ? text.lastIndexOf(' ', at - EXCERPT.before) + 1 : 0;
  const part = text.slice(start, start + EXCERPT.length);
  return `${start > 0 ? '… ' : ''}${part}${start + part.length < text.length ? ' …' : ''}`;
}

/** Marks the matches in a text. */
function mark(text: string, terms: readonly string[]): Node[] {
  return text.split(pattern(terms, 'giu')).map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const marked = document.createElement('mark');
    marked.textContent = part;
    return marked;
  });
}

const longestFirst = (terms: readonly string[]) => [...terms].sort((a, b) => b.length - a.length);

/** Matches the terms at the start of a word. */
function pattern(terms: readonly string[], flags: string): RegExp {
  const escaped = longestFirst(terms).map((term) => term.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|') || '(?!)'})`, flags);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
