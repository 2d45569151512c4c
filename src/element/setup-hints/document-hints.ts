import { isLoopback } from '../../contract/loopback.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { finding, type Finding } from './finding.js';

/** How many ids are named. */
const MAX_IDS = 5;

/** Looks for what the document and its address lack. */
export function findInDocument({ settings, proxy, widget }: WidgetModel): Finding[] {
  const { mode } = settings;
  return [
    !document.documentElement.lang &&
      finding(
        'missing_lang',
        'The document has no language, so screen readers guess it. Expected lang on <html>.',
        'Add lang to <html>, such as lang="en".',
      ),
    self === top &&
      !document.querySelector('meta[name=viewport i]') &&
      finding(
        'missing_viewport',
        'The page lacks a viewport, so phones show the form in small type. Expected <meta name="viewport">.',
        'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to <head>.',
      ),
    findDuplicateIds(widget),
    !isSecureContext &&
      mode.mode !== 'live' && // live mode has an error
      finding(
        'insecure_context',
        `The page, or a page that frames it, was loaded from ${location.origin} without https. Expected https.`,
        'Serve all pages over https before you go live: in Live mode the form does not work without it.',
        'warning',
      ),
    mode.warn &&
      finding(
        'test_key',
        'mode is "live", but the proxy holds a Test key, so no real money moves. Expected a Live key.',
        'Set apiKey, baseUrl and mode of the proxy to Live.',
      ),
    !proxy.expectedMode &&
      !isLoopback(location.hostname) &&
      finding(
        'missing_mode',
        'The element does not say which kind of payments it expects. Expected mode="test" or mode="live".',
        'Set mode="test" on test pages, and mode="live" before you go live.',
      ),
  ].filter((found) => !!found);
}

/** In the tree of the element: labels and scripts find the first of them only. */
function findDuplicateIds(widget: Element): Finding | false {
  const ids = [...(widget.getRootNode() as Document | ShadowRoot).querySelectorAll('[id]')].map(({ id }) => id);
  const twice = [...new Set(ids.filter((id, index) => id && ids.indexOf(id) !== index))];
  const names = twice
    .slice(0, MAX_IDS)
    .map((id) => `"${id}"`)
    .join(', ');
  const others = twice.length > MAX_IDS ? ` and ${twice.length - MAX_IDS} others` : '';
  return (
    twice.length > 0 &&
    finding(
      'duplicate_id',
      `Several elements of the page have the id ${names}${others}. Expected each id once.`,
      'Rename all but one: labels and scripts find only the first element.',
    )
  );
}
