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
document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
