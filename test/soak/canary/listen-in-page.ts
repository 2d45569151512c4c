/**
 * Runs in the page before any other script and reports everything that happens there. Self-contained, since the browser
 * receives its source text.
 */
export function listenInPage(): void {
  const tell = (place: string, ...values: unknown[]) => {
    (globalThis as unknown as { tellCanary?: (text: string) => void }).tellCanary?.(
      JSON.stringify([place, values.map((value) => write(value)).join(' ')]),
    );
  };

  /** Serializes a value, including errors and their causes. */
  function write(value: unknown, depth = 0, above: readonly unknown[] = []): string {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'function') return 'function';
    if (typeof value !== 'object' || value === null) return String(value);
    if (depth > 7 || above.includes(value)) return '…';
    if (value instanceof Node) return `<${value.nodeName}>`;
    if (value instanceof Window) return 'window';
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
      return JSON.stringify(new TextDecoder().decode(value));
    const inside = (part: unknown) => write(part, depth + 1, [...above, value]);
    if (value instanceof Map || value instanceof Set || value instanceof Headers || value instanceof FormData) {
      return `[${Array.from(value as Iterable<unknown>, inside).join()}]`;
    }
    const names = [...Reflect.ownKeys(value).map(String), ...(value instanceof Event ? namesOf(value) : [])];
    const whole = value instanceof Error ? `${String(value)} ${value.stack ?? ''} ` : '';
    return `${whole}{${names.map((name) => `${JSON.stringify(name)}:${inside((value as Record<string, unknown>)[name])}`).join()}}`;
  }

  /** Properties of an event. Excludes those in which the browser reports the shopper's own input. */
  function namesOf(event: Event): string[] {
    const names: string[] = [];
    for (const name in event)
      if (!(event.isTrusted && /^(data|key|code|dataTransfer|clipboardData)$/.test(name))) names.push(name);
    return names.filter((name) => name !== 'timeStamp');
  }

  // Every event that reaches the window, and every event that a script dispatches.
  const heard = new Set<string>(['unload']); // a listener would disable the back/forward cache
  const hear = (type: string) => {
    if (heard.has(type)) return;
    heard.add(type);
    addEventListener(
      type,
      (event) => {
        tell('events', event);
        if (/^payment-(success|pending|failure|unknown)$/.test(type)) {
          const { error } = (event as CustomEvent<{ error?: { code: string } }>).detail;
          tell('outcome', type.slice(8), error?.code ?? '');
        }
      },
      { capture: true, passive: true },
    );
  };
  for (const holder of [window, Document.prototype, HTMLElement.prototype] as object[]) {
    for (const name in holder) if (name.startsWith('on')) hear(name.slice(2));
  }
  for (const type of ['focusin', 'focusout', 'compositionstart', 'compositionupdate', 'compositionend']) hear(type);
  for (const type of ['success', 'pending', 'failure', 'unknown']) hear(`payment-${type}`);
  wrap(EventTarget.prototype, 'dispatchEvent', 'events', ([event]) => {
    hear((event as Event).type);
  });

  // All changes of the document, including shadow roots.
  const watch = (root: Node) => {
    const observer = new MutationObserver((changes) => {
      for (const { target, type, oldValue, attributeName, addedNodes } of changes) {
        if (type === 'attributes')
          tell('DOM at any time', attributeName, oldValue, (target as Element).getAttribute(attributeName ?? ''));
        if (type === 'characterData') tell('DOM at any time', oldValue, target.nodeValue);
        for (const node of addedNodes)
          tell('DOM at any time', node instanceof Element ? node.outerHTML : node.nodeValue);
      }
    });
    const all = { attributes: true, characterData: true } as const;
    observer.observe(root, {
      ...all,
      childList: true,
      subtree: true,
      attributeOldValue: true,
      characterDataOldValue: true,
    });
  };
  watch(document);
  const attachShadow = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')
    ?.value as Element['attachShadow'];
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    watch(root);
    return root;
  };

  /** Reports each call of a method before it is made. */
  function wrap(
    holder: object,
    name: string,
    place: string,
    before: (given: unknown[]) => void = () => undefined,
  ): void {
    const methods = holder as Record<string, ((...given: unknown[]) => unknown) | undefined>;
    const method = methods[name];
    if (!method) return;
    methods[name] = function (this: unknown, ...given: unknown[]) {
      before(given);
      tell(place, ...given);
      return method.apply(this, given);
    };
  }
  for (const name of Object.keys(console)) wrap(console, name, 'console');
  wrap(Storage.prototype, 'setItem', 'storage');
  for (const name of ['put', 'add']) wrap(IDBObjectStore.prototype, name, 'storage');
  for (const name of ['put', 'add']) wrap(Cache.prototype, name, 'storage');
  for (const name of ['pushState', 'replaceState']) wrap(History.prototype, name, 'history');
  for (const name of ['write', 'writeText']) wrap(Clipboard.prototype, name, 'clipboard');
  wrap(DataTransfer.prototype, 'setData', 'clipboard');
  wrap(LockManager.prototype, 'request', 'names of locks and messages');
  for (const holder of [window, BroadcastChannel.prototype, MessagePort.prototype]) {
    wrap(holder, 'postMessage', 'names of locks and messages');
  }

  Object.assign(globalThis, { writeCanary: write });
}
