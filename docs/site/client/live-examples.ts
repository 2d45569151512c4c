import { SITE_POLICY } from '../headers.js';

const WORKER = '/docs/sandbox-worker.js';
const SCOPE = '/docs/';

/** How long the sandbox may take to start, in ms. */
const LIMIT = 10_000;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Loads the live examples when the sandbox can answer them. */
export async function startLiveExamples(): Promise<void> {
  const examples = document.querySelectorAll<HTMLElement>('.live');
  if (examples.length === 0) return;
  const say = (text: string) => {
    for (const example of examples) (example.querySelector('.live-status') as HTMLElement).textContent = text;
  };
  say('Starting the sandbox …');
  try {
    await startSandbox();
    say('');
    examples.forEach(start);
  } catch (error) {
    console.warn(error);
    say('This browser cannot run live examples here: they need a service worker. Private windows may have none.');
  }
}

async function startSandbox(): Promise<void> {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(SITE_POLICY, { createScriptURL: (url) => url });
  const address = policy ? policy.createScriptURL(WORKER) : WORKER;
  await navigator.serviceWorker.register(address, { scope: SCOPE });
  const late = new Promise((_, reject) => {
    setTimeout(() => {
      reject(new Error('The service worker did not start in time.'));
    }, LIMIT);
  });
  await Promise.race([navigator.serviceWorker.ready, late]);
}

function start(example: HTMLElement): void {
  const frame = example.querySelector('iframe') as HTMLIFrameElement;
  const reset = example.querySelector('.live-reset') as HTMLButtonElement;
  let reloads = 0;
  frame.addEventListener('load', () => {
    const inside = frame.contentWindow as (Window & typeof globalThis) | null;
    if (!inside) return;
    // A page that is reloaded without its cache bypasses the worker, and so do its frames.
    if (!inside.navigator.serviceWorker.controller && reloads++ === 0) inside.location.reload();
    else {
      keepInSandbox(inside);
      frame.hidden = false;
      fitHeight(frame, inside.document.documentElement);
    }
  });
  reset.addEventListener('click', () => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('payment-widget:')) sessionStorage.removeItem(key);
    void navigator.serviceWorker.ready.then(({ active }) => {
      active?.postMessage('reset');
      frame.src = example.dataset['address'] ?? '';
    });
  });
  frame.src = example.dataset['address'] ?? '';
  reset.hidden = false;
}

/** Firefox sends requests with `keepalive` past the service worker, to the server of the documentation. */
function keepInSandbox(inside: Window & typeof globalThis): void {
  const send = inside.fetch.bind(inside);
  inside.fetch = (input, init) => send(input, { ...init, keepalive: false });
}

/** Space around a dialog, in px. */
const DIALOG_MARGIN = 80;

/** Shows the whole page in the frame, and an open dialog above it, without a scroll bar of its own. */
function fitHeight(frame: HTMLIFrameElement, root: HTMLElement): void {
  const fit = () => {
    const dialog = root.querySelector('dialog[open]');
    const heights = [root.getBoundingClientRect().height, dialog ? dialog.scrollHeight + DIALOG_MARGIN : 0];
    frame.height = String(Math.ceil(Math.max(...heights)));
  };
  const resized = new ResizeObserver(fit);
  resized.observe(root);
  for (const dialog of root.querySelectorAll('dialog')) {
    resized.observe(dialog);
    for (const child of dialog.children) resized.observe(child);
  }
  fit();
}
