import { addCopyButtons } from './copy-buttons.js';
import { startLiveExamples } from './live-examples.js';
import { makeScrollable } from './scrollable.js';
import { startSearch } from './search-box.js';
import { createTabs } from './tabs.js';

/** Starts what the pages can do beyond showing text. */

const wide = matchMedia('(min-width: 75rem)');
const contents = document.querySelector<HTMLDetailsElement>('.toc details');
const openWhenWide = () => {
  if (contents) contents.open = wide.matches;
};
openWhenWide();
wide.addEventListener('change', openWhenWide);

createTabs();
addCopyButtons();
makeScrollable();
startSearch();
void startLiveExamples();
showCurrentPage();

/** Scrolls the list of pages only: `scrollIntoView` would also stop the page on its way to an anchor. */
function showCurrentPage(): void {
  const menu = document.querySelector<HTMLElement>('.menu');
  const current = menu?.querySelector<HTMLElement>('[aria-current]');
  if (!menu || !current) return;
  const below = current.getBoundingClientRect().bottom - menu.getBoundingClientRect().bottom;
  if (below > 0) menu.scrollTop += below + menu.clientHeight / 3;
}
