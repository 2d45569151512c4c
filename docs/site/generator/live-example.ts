import { readFileSync } from 'node:fs';

/** The frame of `docs/examples/NAME.html`. A script loads the page when the sandbox is ready. */
export function liveExample(name: string): string {
  const html = readFileSync(`docs/examples/${name}.html`, 'utf8');
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? name;
  const address = `/docs/examples/${name}.html`;
  return `<section class="live" aria-label="Live example: ${title}" data-address="${address}">
<div class="live-head"><p>Live example</p><button type="button" class="live-reset" hidden>Start again</button></div>
<div class="live-hint">
<p>Pay with <code>4242 4242 4242 4242</code>, any future date, any three digits and any name.
The card <code>4000 0000 0000 0002</code> is declined.
This is a sandbox inside this page: nothing you type leaves your browser.</p>
</div>
<p class="live-status" role="status">Live examples need JavaScript.</p>
<iframe title="Live example: ${title}" hidden></iframe>
</section>
`;
}
