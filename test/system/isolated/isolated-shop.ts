import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { createPaymentProxy, type PaymentProxy, type PaymentProxyOptions } from '../../../src/proxy/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { readBuiltFile, startShop } from '../../support/shop.js';

/** How a page has the element. The behaviour is the same. */
export const MODES = ['isolated by payment-widget.js', 'isolated by isolated.js'] as const;
export type ShopMode = (typeof MODES)[number];

/** A proxy on the other origin. */
export interface MountedProxy extends Pick<PaymentProxy, 'resolve' | 'listAttempts'> {
  readonly url: string;
}

/** A page with the element. */
export interface ShopPage {
  readonly mode: ShopMode;
  readonly proxy?: MountedProxy | undefined;
  /** Attributes beside those of a usual order. An empty text removes one. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** HTML inside of the element. */
  readonly content?: string;
  /** HTML around the element, which is at `{widget}`. */
  readonly body?: string;
  readonly lang?: string;
}

/** A shop on one origin, and its proxy on another one, which serves the frame. Both have the built files. */
export interface IsolatedShop {
  readonly url: string;
  /** The origin of the proxy. */
  readonly proxyOrigin: string;
  readonly sandbox: Sandbox;
  /** Files of the shop that are answered with 404. The proxy still has them. */
  readonly missing: Set<string>;
  /** The proxy of pages that name no other. */
  readonly proxy: MountedProxy;
  /** Adds a proxy. */
  mount(options?: Partial<PaymentProxyOptions>): MountedProxy;
  /** Adds a page with a strict policy. @returns its URL */
  show(page: ShopPage): string;
  close(): Promise<void>;
}

const BLOCKED =
  "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types payment-widget";

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * @param host - of the proxy: `localhost` has another origin than the shop, `127.0.0.1` is another site
 * @param record - runs in each page before the element is defined, without access to its scope
 */
export async function startIsolatedShop(
  record: () => void,
  host: 'localhost' | '127.0.0.1' = 'localhost',
): Promise<IsolatedShop> {
  const [shop, other] = await Promise.all([startShop(), startShop()]);
  const proxyOrigin = other.url.replace('localhost', host);
  const recorder = shop.script(`(${record.toString()})();`);
  const sandbox = createSandbox();

  const mount = (options: Partial<PaymentProxyOptions> = {}): MountedProxy => {
    const proxy = createPaymentProxy({
      baseUrl: 'https://service.example',
      fetch: sandbox.handle,
      store: createMemoryStore(),
      allowMemoryStore: true,
      apiKey: sandbox.keys[options.mode ?? 'test'],
      mode: 'test',
      actionOrigins: [shop.url],
      limits: { attemptsPerClient: false },
      frame: { ancestors: [shop.url], files: readBuiltFile },
      ...(!options.resolvePayment && !options.orderTokenSecret && { trustBrowserAmount: true }),
      ...options,
    } as PaymentProxyOptions);
    return {
      url: proxyOrigin + other.mount(proxy),
      resolve: (...args) => proxy.resolve(...args),
      listAttempts: (...args) => proxy.listAttempts(...args),
    };
  };

  const proxy = mount();
  return {
    url: shop.url,
    proxyOrigin,
    sandbox,
    missing: shop.missing,
    proxy,
    mount,
    show({ mode, proxy: { url } = proxy, attributes = {}, content = '', body = '{widget}', lang = 'en' }) {
      const all = {
        'proxy-url': url,
        amount: '4999',
        currency: 'EUR',
        'action-origins': shop.url,
        ...attributes,
      };
      const text = Object.entries(all)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => ` ${name}="${escape(value)}"`)
        .join('');
      const widget = `<payment-widget isolated${text}>${content}</payment-widget>`;
      const script = mode === 'isolated by isolated.js' ? 'isolated.js' : 'payment-widget.js';
      const html = `<!doctype html>
<html lang="${lang}">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <script src="${recorder}"></script>
  <script type="module" src="/${script}"></script>
  ${body.replace('{widget}', widget)}
</html>`;
      return shop.url + shop.show({ html, csp: `${BLOCKED}; connect-src 'none'; frame-src ${proxyOrigin}` });
    },
    close: async () => {
      await Promise.all([shop.close(), other.close()]);
    },
  };
}
