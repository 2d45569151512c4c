/** Prefix of the stored choices. */
const STORED = 'docs-tabs:';

interface Tabs {
  /** Groups with the same names share the choice. */
  readonly group: string;
  readonly tabs: readonly HTMLButtonElement[];
  readonly panels: readonly HTMLElement[];
}

/** Makes tabs of the sections in each group, with the pattern of the ARIA Authoring Practices. */
export function createTabs(): void {
  const all = Array.from(document.querySelectorAll<HTMLElement>('.tabs'), create);
  const choose = (group: string, index: number) => {
    for (const tabs of all) if (tabs.group === group) show(tabs, index);
  };
  for (const { group, tabs } of all) {
    tabs.forEach((tab, index) => {
      tab.addEventListener('click', () => {
        const top = tab.getBoundingClientRect().top;
        choose(group, index);
        scrollBy(0, tab.getBoundingClientRect().top - top); // another group above may have changed its height
        store(group, tab.textContent);
      });
      tab.addEventListener('keydown', (event) => {
        const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
        const target = next === undefined ? undefined : tabs.at(next % tabs.length);
        if (!target) return;
        event.preventDefault();
        target.click();
        target.focus();
      });
    });
    const stored = tabs.findIndex(({ textContent }) => textContent === read(group));
    choose(group, Math.max(0, stored));
  }
  const followHash = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const panel = target?.closest<HTMLElement>('[role=tabpanel]');
    for (const { group, panels } of all) if (panel && panels.includes(panel)) choose(group, panels.indexOf(panel));
    if (panel) (target === panel ? panel.parentElement : target)?.scrollIntoView();
  };
  addEventListener('hashchange', followHash);
  followHash();
}

function create(element: HTMLElement): Tabs {
  const panels = Array.from(element.querySelectorAll<HTMLElement>(':scope > section'));
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  const tabs = panels.map((panel) => {
    const heading = panel.querySelector('h3');
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `${panel.id}-tab`;
    tab.textContent = heading?.textContent ?? '';
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    panel.tabIndex = 0;
    if (heading) heading.hidden = true;
    return tab;
  });
  list.append(...tabs);
  panels[0]?.before(list);
  element.classList.add('ready');
  return { group: element.dataset['group'] ?? '', tabs, panels };
}

function show({ tabs, panels }: Tabs, chosen: number): void {
  tabs.forEach((tab, index) => {
    tab.setAttribute('aria-selected', String(index === chosen));
    tab.tabIndex = index === chosen ? 0 : -1;
  });
  panels.forEach((panel, index) => {
    panel.hidden = index !== chosen;
  });
}

/** Storage can be denied. */
function read(group: string): string | null {
  try {
    return localStorage.getItem(STORED + group);
  } catch {
    return null;
  }
}

function store(group: string, name: string): void {
  try {
    localStorage.setItem(STORED + group, name);
  } catch {
    // The choice is kept until the page is left.
  }
}
