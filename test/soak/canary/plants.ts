/* Self-contained, since each runs in a page. */

type Plant = (text: string) => unknown;

/** Ways to leak a text in a page, with the place where the search has to find it. */
export const PAGE_PLANTS: Readonly<Record<string, readonly [place: string, plant: Plant]>> = {
  'an attribute that is removed at once': [
    'DOM at any time',
    (text) => {
      document.body.setAttribute('value', text);
      document.body.removeAttribute('value');
    },
  ],
  'an attribute in the shadow root of the element': [
    'DOM',
    (text) => {
      document.querySelector('payment-widget')?.shadowRoot?.querySelector('form')?.setAttribute('data-card', text);
    },
  ],
  'a text in a closed shadow root': [
    'DOM',
    (text) => {
      const host = document.body.appendChild(document.createElement('div'));
      // eslint-disable-next-line wc/no-closed-shadow-root -- the search has to look into it
      host.attachShadow({ mode: 'closed' }).append(text);
    },
  ],
  'a label for screen readers': [
    'accessibility tree',
    (text) => {
      document.body.appendChild(document.createElement('button')).ariaLabel = text;
    },
  ],
  'an input': [
    'inputs',
    (text) => {
      document.body.appendChild(document.createElement('input')).value = text;
    },
  ],
  'a property of the element': [
    'properties of the element',
    (text) => {
      Object.assign(document.querySelector('payment-widget') ?? {}, { lastPayment: { card: text } });
    },
  ],
  'the detail of an event': [
    'events',
    (text) => {
      const event = new CustomEvent('payment-made', { bubbles: true, composed: true, detail: { card: text } });
      document.querySelector('payment-widget')?.dispatchEvent(event);
    },
  ],
  'an event inside the shadow root': [
    'events',
    (text) => {
      const form = document.querySelector('payment-widget')?.shadowRoot?.querySelector('form');
      form?.dispatchEvent(new CustomEvent('inside', { detail: new Error('No', { cause: text }) }));
    },
  ],
  'an uncaught error': [
    'events',
    (text) =>
      new Promise((resolve) => {
        addEventListener('error', resolve, { once: true });
        queueMicrotask(() => {
          throw new Error(text);
        });
      }),
  ],
  'an unhandled rejection': [
    'events',
    (text) =>
      new Promise((resolve) => {
        addEventListener('unhandledrejection', resolve, { once: true });
        void Promise.reject(new Error(text));
      }),
  ],
  'console.debug': [
    'console',
    (text) => {
      console.debug({ card: text });
    },
  ],
  'console.groupCollapsed': [
    'console',
    (text) => {
      console.groupCollapsed(text);
    },
  ],
  localStorage: [
    'storage',
    (text) => {
      localStorage.setItem('card', text);
    },
  ],
  'sessionStorage, by a property': [
    'storage',
    (text) => {
      sessionStorage[text] = '1';
    },
  ],
  IndexedDB: [
    'storage',
    (text) =>
      new Promise((resolve) => {
        const opening = indexedDB.open('cards');
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore('cards').put({ text }, 1);
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve(undefined);
        };
      }),
  ],
  'a cache': [
    'storage',
    async (text) => {
      await (await caches.open('cards')).put('/card', new Response(text));
    },
  ],
  'a cookie': [
    'cookies',
    (text) => {
      document.cookie = `card=${text}`;
    },
  ],
  'the state of the history': [
    'history',
    (text) => {
      history.replaceState({ card: text }, '');
    },
  ],
  'the address of the page': [
    'history',
    (text) => {
      history.pushState(null, '', `#${text}`);
    },
  ],
  'a requested URL': ['addresses and headers', (text) => fetch(`/favicon.ico?card=${text}`)],
  'a sent header': ['addresses and headers', (text) => fetch('/pay/x/planted', { headers: { 'X-Card': text } })],
  'a received header': [
    'addresses and headers that the page sends',
    (text) => fetch('/pay/x/planted', { headers: { 'X-Card': text } }),
  ],
  'a body sent to another URL': [
    'other bodies that are sent',
    (text) => fetch('/pay/x/planted', { method: 'POST', body: text }),
  ],
  'a received body': [
    'another body that the page sends',
    (text) => fetch('/pay/x/planted', { method: 'POST', body: text }),
  ],
  'a beacon': [
    'another body that the page sends',
    async (text) => {
      const arrived = new Promise((resolve) => {
        new PerformanceObserver(resolve).observe({ type: 'resource' });
      });
      navigator.sendBeacon('/pay/x/planted', text);
      await arrived;
    },
  ],
  'the title': [
    'title and name of the window',
    (text) => {
      document.title = text;
    },
  ],
  'the name of the window': [
    'title and name of the window',
    (text) => {
      window.name = text;
    },
  ],
  'a global variable': [
    'globals',
    (text) => {
      Object.assign(globalThis, { lastCard: { text } });
    },
  ],
  'the clipboard': ['clipboard', (text) => navigator.clipboard.writeText(text).catch(() => undefined)],
  'a message to other windows': [
    'names of locks and messages',
    (text) => {
      new BroadcastChannel('cards').postMessage(text);
    },
  ],
  'the name of a lock': ['names of locks and messages', (text) => navigator.locks.request(text, () => undefined)],
  'a dialog': [
    'dialogs',
    (text) => {
      alert(text);
    },
  ],
};
