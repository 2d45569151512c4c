/**
 * Runs in the page: everything that a script can read there, by place. Typed values are expected in `inputs` only.
 */
export async function readPage(): Promise<[place: string, text: string][]> {
  const { writeCanary: write } = globalThis as unknown as { writeCanary: (value: unknown) => string };
  const element = document.querySelector('payment-widget');
  const inputs: HTMLInputElement[] = [];
  const find = (root: ParentNode) => {
    for (const node of root.querySelectorAll('*')) {
      if (node instanceof HTMLInputElement) inputs.push(node);
      if (node.shadowRoot) find(node.shadowRoot);
    }
  };
  find(document);

  const properties: string[] = [];
  for (const name in element) properties.push(`${name}: ${write(Reflect.get(element, name))}`);
  for (let holder: object | null = element; holder && holder !== HTMLElement.prototype;) {
    for (const name of Reflect.ownKeys(holder)) {
      // Own members of the class and of Lit, as far as a script can read them.
      properties.push(`${String(name)}: ${element ? write(Reflect.get(element, name)) : ''}`);
    }
    holder = Reflect.getPrototypeOf(holder);
  }

  const databases: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      databases.push(name, store, await settled(all.getAllKeys()), await settled(all.getAll()));
    }
    database.close();
  }

  const cached: unknown[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      cached.push(name, request.url, request.headers, answer?.headers, await answer?.text());
    }
  }

  function settled<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => {
        resolve(request.result);
      };
      request.onerror = () => {
        reject(request.error ?? new Error('The database cannot be read.'));
      };
    });
  }

  const globals = Object.entries(Object.getOwnPropertyDescriptors(window)).filter(
    ([, { value }]) => typeof value === 'string' || Object.getPrototypeOf(value ?? 0) === Object.prototype,
  );
  return [
    ['inputs', write(inputs.map(({ value, defaultValue }) => [value, defaultValue]))],
    ['properties of the element', properties.join('\n')],
    ['storage', write([Object.entries(localStorage), Object.entries(sessionStorage), databases, cached])],
    ['history', write([history.state, location.href, document.referrer])],
    ['addresses and headers', write(performance.getEntries().map(({ name }) => name))],
    ['cookies', document.cookie],
    ['title and name of the window', write([document.title, window.name])],
    ['globals', globals.map(([global, { value }]) => `${global}: ${write(value)}`).join('\n')],
  ];
}
