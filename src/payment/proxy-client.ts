import { realClock, withinTime } from '../contract/clock.js';
import { PaymentError } from '../contract/errors.js';
import { parseConfig, type ProxyConfig } from '../contract/parse.js';
import { CONFIG_PATH, PAYMENTS_MODE, toMode, type Mode } from '../contract/protocol.js';
import { orderGuard } from './payment-parts.js';
import { fetchJson, type ConfigFailure, type ProxyAddress } from './proxy-request.js';
import type { ProxyCapabilities } from './outcome.js';

/** `/config` is requested again before a payment if the first request got no response. */
export class ProxyClient {
  /** Whether `/config` was read, or is known to be missing or unreachable. */
  settled = false;
  reportedMode: Mode | undefined;
  config: ProxyConfig = {};
  readonly #orderToken: () => string | undefined;
  readonly #expectedMode: () => Mode | undefined;
  readonly #onchange: () => void;
  #url = '';
  #token: string | undefined;
  #loading: Promise<void> = Promise.resolve();
  #failure: ConfigFailure | undefined;

  /** The page may set another token, or expect another mode, at any time. */
  constructor(
    onchange: () => void,
    orderToken: () => string | undefined = () => undefined,
    expectedMode: () => Mode | undefined = () => undefined,
  ) {
    this.#onchange = onchange;
    this.#orderToken = orderToken;
    this.#expectedMode = expectedMode;
  }

  get expectedMode(): Mode | undefined {
    return this.#expectedMode();
  }

  /** The proxy holds the API key, so its word counts first. */
  get mode(): Mode | undefined {
    return this.reportedMode ?? this.expectedMode;
  }

  /** A credential in the page disables payment for good. */
  keyError: PaymentError | undefined;

  /** Why nothing may be sent. */
  get refusal(): PaymentError | undefined {
    return this.keyError ?? modeError(this.expectedMode, this.reportedMode);
  }

  get capabilities(): ProxyCapabilities {
    const { idempotency = false, recovery = false, binding = false } = this.config;
    return { idempotency, recovery, binding };
  }

  /** Returns why nothing may be sent, if the proxy is, or may be, of another mode than the page expects. */
  checkMode(): PaymentError | undefined {
    if (!this.expectedMode || this.reportedMode || !this.#failure) return this.refusal;
    const problem = `mode is "${this.expectedMode}", but the proxy did not report its mode.`;
    return new PaymentError('proxy_error', `${problem} Nothing was sent.`);
  }

  get failure(): ConfigFailure | undefined {
    return this.#failure;
  }

  get isSilent(): boolean {
    return this.#failure === 'silent';
  }

  get neverTells(): boolean {
    return this.settled && !this.#failure && !this.capabilities.recovery;
  }

  /** Returns `undefined` if the proxy does not respond. */
  async canTell(url: string): Promise<boolean | undefined> {
    await this.ensureConfig(url);
    return this.#failure ? undefined : this.capabilities.recovery;
  }

  ask(path: string, signal: AbortSignal): ReturnType<typeof fetchJson> {
    return fetchJson(this.address(this.#url), path, { signal });
  }

  /** @param token - default: that of the page at each request */
  address(url: string, token?: string): ProxyAddress {
    return { proxyUrl: url, orderToken: token === undefined ? this.#orderToken : () => token };
  }

  /** Asks once per URL, and again with a new order token if the proxy has refused the last one. */
  loadConfig(url: string): Promise<void> {
    const isRenewed = this.#failure && this.#token !== this.#orderToken();
    if (url === this.#url && !isRenewed) return this.#loading;
    this.settled = false;
    this.config = {};
    this.reportedMode = undefined;
    return this.#load(url);
  }

  /** @param mode - of an answer. If it contradicts the configuration, that came from a cache. */
  hear(mode: Mode | undefined): void {
    if (!mode) return;
    const isOutdated = this.config.mode !== undefined && this.config.mode !== mode;
    this.reportedMode = mode;
    if (isOutdated) void this.#load(this.#url, mode);
  }

  /** Returns `undefined` if the configuration is there already. */
  ensureConfig(url: string): Promise<void> | undefined {
    const loading = this.loadConfig(url);
    const ensure = () => (this.#failure ? this.#load(url) : undefined);
    return this.settled ? ensure() : loading.then(ensure);
  }

  /** @param heard - the mode of an answer: then past the caches */
  #load(url: string, heard?: Mode): Promise<void> {
    this.#url = url;
    this.#token = this.#orderToken();
    this.#loading = loadProxyConfig(this.address(url), heard !== undefined).then(
      (config) => {
        if (!heard || config.mode === heard) this.#settle(url, config);
      },
      (error: unknown) => {
        if (heard) return;
        if (error instanceof RefusedError) this.#settle(url, { mode: error.mode }, 'refused');
        else this.#settle(url, {}, 'silent');
      },
    );
    return this.#loading;
  }

  #settle(url: string, config: ProxyConfig, failure?: ConfigFailure): void {
    if (url !== this.#url) return; // the page has changed to another proxy
    this.config = config;
    this.#failure = failure;
    this.settled = true;
    this.reportedMode = config.mode ?? this.reportedMode; // a response may have reported it before
    if (!failure && !config.idempotency) void orderGuard.load().catch(() => undefined); // the payment tries again
    this.#onchange();
  }
}

/** The limit is short, since Pay waits for it. */
const TIMEOUT_MS = 10_000;

/** Statuses of a proxy without `/config`. Any other error may be temporary, or that of a server in front of the proxy. */
const MISSING = [404, 405];

/** An answer that is no configuration. It is not by the proxy itself, unless it names its mode. */
class RefusedError extends Error {
  readonly status: number;
  readonly mode: Mode | undefined;

  constructor(status: number, mode: Mode | undefined) {
    super(`The proxy answered ${status}.`);
    this.status = status;
    this.mode = mode;
  }
}

const requests = new Map<string, Promise<ProxyConfig>>();

/**
 * A form that appears later asks again, since the proxy may have changed.
 * Throws a `RefusedError`, or what `fetch` throws if there was no response.
 */
export function loadProxyConfig(proxy: ProxyAddress, pastCaches = false): Promise<ProxyConfig> {
  const key = JSON.stringify([proxy.proxyUrl, proxy.orderToken?.(), pastCaches]);
  const sent = requests.get(key);
  if (sent) return sent;
  const request = load(proxy, pastCaches).finally(() => requests.delete(key));
  requests.set(key, request);
  return request;
}

/** Whether the proxy responds: in its place, a gateway answers 5xx, and a cache what it has. */
export function isReachable({ proxyUrl, orderToken, fetch }: ProxyAddress): Promise<boolean> {
  return loadProxyConfig({ proxyUrl, orderToken, fetch }, true).then(
    () => true,
    (error: unknown) => error instanceof RefusedError && error.status < 500,
  );
}

async function load(proxy: ProxyAddress, pastCaches: boolean): Promise<ProxyConfig> {
  const path = pastCaches ? `${CONFIG_PATH}?at=${Date.now()}` : CONFIG_PATH; // caches answer by address
  const [response, body] = await withinTime(TIMEOUT_MS, realClock, (signal) => fetchJson(proxy, path, { signal }));
  const { status, ok, headers } = response;
  const mode = toMode(headers.get(PAYMENTS_MODE));
  if (body.kind === 'cut' || (!ok && !MISSING.includes(status))) throw new RefusedError(status, mode);
  const config = ok && body.kind === 'json' ? parseConfig(body.value) : undefined;
  if (ok && body.kind === 'json' && !isConfig(body.text, config)) throw new RefusedError(status, mode);
  return { ...config, mode: config?.mode ?? mode };
}

/** Functions that time out answer 200 with JSON, too. A proxy may have nothing to declare. */
const isConfig = (text: string, config: ProxyConfig = {}) => Object.keys(config).length > 0 || text.trim() === '{}';

/** Nothing is sent to another mode than the page expects with `test`, or from an insecure page. */
export function modeError(
  expected: Mode | undefined,
  reported: Mode | undefined,
  isSecure = globalThis.isSecureContext,
): PaymentError | undefined {
  if (expected === 'test' && reported === 'live') {
    const problem = 'mode is "test", but the proxy holds a Live key. Expected a Test key.';
    return new PaymentError('mode_mismatch', `${problem} Nothing is sent.`);
  }
  if ((reported ?? expected) !== 'live' || isSecure) return undefined;
  const problem = 'The page, or a page that frames it, was loaded over http, so others could read the card.';
  return new PaymentError('insecure_context', `${problem} Expected https in live mode. Nothing is sent.`);
}
