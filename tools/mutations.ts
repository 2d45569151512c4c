/** A change that removes or weakens a control. */
export interface Mutation {
  /** Requirements of OWASP ASVS. */
  readonly ids: readonly string[];
  readonly file: string;
  /** Text that the file contains exactly once. */
  readonly find: string;
  /** In `src`, tests of the system tier need a text that passes the type check of the build. */
  readonly replace: string;
  /** The test that must fail. */
  readonly test: string;
}

type Changes = Readonly<Record<string, readonly [find: string, replace: string]>>;

/** @param changes text and replacement by requirements, separated by spaces */
const inFile = (file: string, test: string, changes: Changes): Mutation[] =>
  Object.entries(changes).map(([ids, [find, replace]]) => ({ ids: ids.split(' '), file, find, replace, test }));

const unit = (name: string) => `test/unit/${name}.test.ts`;
const system = (name: string) => `test/system/${name}.test.ts`;

export const MUTATIONS: readonly Mutation[] = [
  ...inFile('src/proxy/request.ts', unit('proxy/request'), {
    '1.1.1': [`{ fatal: true }`, `{}`],
    '2.2.2': [`paymentRequest().safeParse(`, `{ safeParse: (data) => ({ success: true, data }) }.safeParse(`],
    '3.5.2': [`if (type !== JSON_TYPE) throw`, `if (false) throw`],
    '15.2.2': [`const MAX_BODY_BYTES = 16 * 1024`, `const MAX_BODY_BYTES = 1600 * 1024`],
  }),
  ...inFile('src/proxy/read-body.ts', unit('proxy/request'), {
    '15.2.2': [`cost <= limit;`, `cost >= 0;`],
  }),
  ...inFile('src/proxy/operations.ts', unit('proxy/request'), {
    '3.5.3 4.1.4': [`if (request.method !== operation.method) {`, `if (false) {`],
  }),
  ...inFile('src/proxy/json-text.ts', unit('proxy/json-text'), {
    '1.5.3 15.3.7': [`if (names?.has(name)) return 'name_twice';`, ``],
  }),
  ...inFile('src/contract/serialize.ts', unit('contract/serialize'), {
    '1.1.2 1.2.3': [`(JSON.stringify(built) as string | undefined)`, `String(built)`],
  }),
  ...inFile('src/contract/schema.ts', unit('contract/schema'), {
    '1.5.2 15.3.3': [`z.strictObject({\n    ...order(),`, `z.object({\n    ...order(),`],
    '2.2.1': [`z.refine(isAmount, `, `z.refine(() => true, `],
    '15.3.5': [`exp_month: z.int()`, `exp_month: z.coerce.number()`],
  }),
  ...inFile('src/contract/amount.ts', unit('contract/schema'), {
    '1.4.2': [` && (amount as number) <= MAX_AMOUNT`, ``],
  }),
  ...inFile('src/contract/own.ts', unit('contract/parse'), {
    '15.3.6': [`Object.create(null)`, `{}`],
  }),
  ...inFile('src/contract/protocol.ts', unit('contract/protocol'), {
    '4.2.5': [`{22,255}`, `{22,}`],
    '11.5.1 11.5.2': [`new Uint8Array(32)`, `new Uint8Array(16)`],
  }),
  ...inFile('src/contract/encryption-key.ts', unit('contract/encryption-key'), {
    '11.2.3': [`const MIN_RSA_BITS = 2048`, `const MIN_RSA_BITS = 1024`],
    '11.3.1': [`if (alg !== algorithm) return`, `if (false) return`],
    '11.6.1': [`return e === 'AQAB' ?`, `return e ?`],
    '11.6.2': [`typeof crv === 'string' && Object.hasOwn(CURVES, crv) ? CURVES[crv] : undefined`, `43`],
  }),
  ...inFile('src/contract/encrypt-card.ts', unit('payment/encryption'), {
    '11.2.1 11.3.2 11.3.3 11.3.4': [`enc: CONTENT_ENCRYPTION`, `enc: 'A128CBC-HS256'`],
  }),
  ...inFile('src/settings/usual-settings.ts', unit('settings/read-settings'), {
    '1.2.2': [`if (protocol === 'https:') return true;`, `return true;`],
  }),
  ...inFile('src/settings/return-url.ts', unit('settings/return-url'), {
    '1.2.2': [`protocol === 'https:' || (protocol`, `protocol !== 'http:' || (protocol`],
    '3.7.2': [` && origin === new URL(base).origin)`, `)`],
  }),
  ...inFile('src/contract/next-action.ts', unit('contract/next-action'), {
    '3.7.2': [`if (!origins.includes(url.origin)) return`, `if (false) return`],
  }),
  ...inFile('src/settings/mode.ts', unit('settings/mode'), {
    '3.7.5 12.2.1': [`if (mode !== 'live' || isSecure) return undefined;`, `return undefined;`],
  }),
  ...inFile('src/proxy/origin.ts', unit('proxy/proxy'), {
    '14.2.2 14.2.5 14.3.2': [`'Cache-Control': 'no-store',`, ``],
    '3.2.1 3.4.4': [`'X-Content-Type-Options': 'nosniff',`, ``],
    '3.4.5': [`'Referrer-Policy': 'no-referrer',`, ``],
    '3.4.3': [`base-uri 'none'; `, ``],
    '3.4.6': [`; frame-ancestors 'none'`, ``],
    '3.5.8': [`'Cross-Origin-Resource-Policy': 'same-origin',`, ``],
  }),
  ...inFile('src/proxy/origin.ts', unit('proxy/origin'), {
    '3.4.2': [`if (origin === null || !allowed.includes(origin)) return {`, `if (origin === null) return {`],
    '3.5.1': [`throw new ProblemError(403, 'origin_not_allowed'`, `void new ProblemError(403, 'origin_not_allowed'`],
  }),
  ...inFile('src/proxy/problem.ts', unit('proxy/proxy'), {
    '1.2.1 4.1.1': [`'Content-Type': PROBLEM_TYPE`, `'Content-Type': 'text/html'`],
  }),
  ...inFile('src/proxy/operations.ts', unit('proxy/proxy'), {
    '2.2.3 8.3.1': [`checkPrice(incoming.payment, order);`, ``],
    '13.4.2 16.5.1': [`'The proxy failed. Nothing was sent.'`, `String(error)`],
  }),
  ...inFile('src/proxy/index.ts', unit('proxy/proxy'), {
    '16.5.4': [`return toProblem(error, request, log);`, `throw error;`],
  }),
  ...inFile('src/proxy/order.ts', unit('proxy/order-token'), {
    '8.2.1 8.3.3': [`if (token?.state === 'invalid') throw invalidToken(outcome);`, ``],
    '8.2.2': [`if (granted && canonical !== canonicalReference(granted.reference)) throw invalidToken();`, ``],
    '8.3.2': [`const price = resolved ?? granted;`, `const price = granted ?? resolved;`],
  }),
  ...inFile('src/proxy/order.ts', unit('proxy/strangers'), {
    '8.2.3 15.3.1': [`if (!token) return (attempt) => attempt.key === key;`, `if (!token) return () => true;`],
    '8.2.2': [`return (attempt) => attempt.reference === reference;`, `return () => true;`],
  }),
  ...inFile('src/proxy/order-token.ts', unit('proxy/order-token'), {
    // The key is bound to the algorithm, too, so a token of another one fails without the option.
    '4.1.5 9.1.1 9.1.2 9.1.3': [
      `const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM] });`,
      `const payload = (await import('jose')).decodeJwt(token);`,
    ],
    '9.2.1': [
      `return { state: 'expired', payload: error.payload };`,
      `return { state: 'valid', payload: error.payload };`,
    ],
  }),
  ...inFile('src/contract/schema.ts', unit('proxy/order-token'), {
    '9.2.1 9.2.2': [`exp: z.number() }`, `exp: z.any() }`],
  }),
  ...inFile('src/proxy/limits.ts', unit('proxy/limits'), {
    '2.3.2 2.4.1': [`refuse(limit, wait, TRIED_OFTEN);`, `void wait;`],
    '8.2.4': [`(isHuman ??= (await humanCheck?.(request, draft)) === true)`, `(isHuman ??= true)`],
    '13.1.2': [`if (full > 0) refuse('service', full, BUSY);`, ``],
    '15.3.4': ['name && `client:${name}`', '`client:any`'],
  }),
  ...inFile('src/proxy/networks.ts', unit('proxy/networks'), {
    '2.4.1': [`await limits.takeLookup(request);`, ``],
    '16.2.5': [`log('networks_failed', {});`, `log('networks_failed', { remedy: bin8 });`],
  }),
  ...inFile('src/proxy/accepted-brands.ts', unit('proxy/accepted-brands'), {
    '2.2.2': [`throw refusal('/payment_method/card/number', accepted);`, ``],
  }),
  ...inFile('src/proxy/verify-webhook.ts', unit('proxy/verify-webhook'), {
    '4.1.5': [`if (!(await Promise.all(checks)).includes(true)) {`, `if (checks.length === 0) {`],
  }),
  ...inFile('src/proxy/attempts/outbox.ts', unit('proxy/mocked-time/settled'), {
    '15.4.2': [
      `if (!pending || lease !== undefined || (due !== undefined && pending.due !== due)) return {};\n      const taken = { name: leaseName(unit), before: undefined,`,
      `if (!pending) return {};\n      const taken = { name: leaseName(unit), before: lease,`,
    ],
  }),
  ...inFile('src/proxy/suspicion.ts', unit('proxy/suspicion'), {
    '2.4.1': [`const CARDS = 5;`, `const CARDS = 50;`],
  }),
  ...inFile('src/proxy/check-options.ts', unit('proxy/options'), {
    '4.1.2 12.3.1': [`if (mode === 'test' || url.protocol === 'https:') return;`, `return;`],
    '13.2.3': [`  checkKey,\n`, ``],
  }),
  ...inFile('src/proxy/service/upstream.ts', unit('proxy/upstream'), {
    '1.3.6 13.2.4': [`'') + PAYMENTS_PATH;`, `'') + PAYMENTS_PATH + '?' + sending.idempotencyKey;`],
    '4.1.3': [`Accept: JSON_TYPE,`, `Accept: JSON_TYPE, 'X-Forwarded-For': '192.0.2.1',`],
    '15.3.2': [`redirect: 'manual'`, `redirect: 'follow'`],
  }),
  ...inFile('src/proxy/attempts/replay.ts', unit('proxy/upstream'), {
    '13.4.6': [`const headers = new Headers();`, `const headers = new Headers({ Server: 'any' });`],
  }),
  ...inFile('src/proxy/service/upstream.ts', unit('proxy/upstream-retry'), {
    '13.2.6': [`retries++ === MAX_RETRIES`, `retries++ === MAX_RETRIES + 1`],
  }),
  ...inFile('src/proxy/service/upstream-failure.ts', unit('proxy/retry-matrix'), {
    '12.3.2': [`if (causes.every(isNotTrusted)) return 'not_trusted';`, ``],
  }),
  ...inFile('src/proxy/service/upstream.ts', unit('proxy/api-key'), {
    '11.2.2 13.3.4': [`[key, other] = [other, undefined];`, `return settle(outcome, doubt);`],
  }),
  ...inFile('src/proxy/api-key.ts', unit('proxy/api-key'), {
    '13.3.1': [`toString(): string {\n    return REDACTED;`, `toString(): string {\n    return this.#text;`],
    '13.3.2': [`toJSON(): string {\n    return REDACTED;`, `toJSON(): string {\n    return this.#text;`],
  }),
  ...inFile('src/proxy/attempts/order-holders.ts', unit('proxy/attempts'), {
    '2.3.4': [`if (holder === undefined || holder === key) return [take];`, `return [take];`],
  }),
  ...inFile('src/proxy/attempts/attempts-options.ts', unit('proxy/attempts'), {
    '14.2.7': [`retention: 31 * DAY`, `retention: 310 * DAY`],
  }),
  ...inFile('src/proxy/attempts/attempts.ts', unit('proxy/attempts'), {
    '15.4.2': [
      `return (await this.#swapFor(claim, change, checked.order)) ?`,
      `return (await this.#swapFor(claim, change, checked.order)) || (true as boolean) ?`,
    ],
  }),
  ...inFile('src/proxy/attempts/attempts.ts', unit('proxy/attempts-model'), {
    '2.3.1': [`record.owner === owner && isOpen(record.state)`, `record.owner === owner`],
  }),
  ...inFile('src/proxy/attempts/fingerprint.ts', unit('proxy/fingerprint'), {
    '11.4.1 11.4.3': [`hash: 'SHA-256'`, `hash: 'SHA-1'`],
  }),
  ...inFile('src/proxy/attempts/stores/memory.ts', unit('proxy/stores'), {
    '15.4.1': [`if (changes.some(({ name, before }) => valueOf(name) !== before)) return Promise.resolve(false);`, ``],
  }),
  ...inFile('src/proxy/attempts/pay-once.ts', unit('proxy/pay-once'), {
    '15.4.3': [`if (!isWaiting || this.#clock.now() + pause > patience) return`, `if (!isWaiting) return`],
  }),
  ...inFile('src/proxy/attempts/pay-once.ts', unit('proxy/mocked-time/store-failure'), {
    '16.5.2 16.5.3': [`throw this.#storeFailed(error, 'not_charged', claim.key);`, `return true;`],
  }),
  ...inFile('src/proxy/log.ts', unit('proxy/log'), {
    '16.2.1 16.2.2': [`new Date().toISOString()`, `new Date().toString()`],
    '14.2.4 16.2.5': [`hashKey(key).catch(() => 'unnamed')`, `Promise.resolve(key)`],
    '16.2.4': [`JSON.stringify(entry)`, `JSON.stringify(entry, null, 2)`],
    '16.4.1': [`.replace(DECEPTIVE, escape)`, ``],
    '16.2.3': [`await logger(entry, error);`, `await logger(entry, error); console.error(entry);`],
  }),
  ...inFile('src/proxy/service/upstream.ts', unit('proxy/log'), {
    '16.3.4': [`log('service_failed', { key, code }, error);`, ``],
  }),
  ...inFile('src/proxy/refusals.ts', unit('proxy/mocked-time/refusals'), {
    '16.3.1': [`order_token_invalid: `, `form_failed: `],
    '16.3.2': [`origin_not_allowed: `, `form_failed: `],
    '16.3.3': [`rate_limited: `, `form_failed: `],
  }),
  ...inFile('src/transport/send-once.ts', unit('transport/client'), {
    '14.2.1': [
      `fetchJson(request, PAYMENTS_PATH, {`,
      `fetchJson(request, PAYMENTS_PATH + '?' + request.idempotencyKey, {`,
    ],
  }),
  ...inFile('src/payment/attempt-storage.ts', unit('payment/attempt-storage'), {
    '14.3.3': [`reference, startedAt, action });`, `reference, startedAt, action, other: 1 });`],
  }),
  ...inFile('src/payment/card-encryption.ts', 'test/element/encryption.test.ts', {
    '11.2.5': [`throw this.error ?? fail(cause);`, `return payment;`],
  }),
  ...inFile('src/form/form-controller.ts', 'test/element/paying.test.ts', {
    '11.7.2 14.3.1': [`this.inputs.clearCard();`, ``],
  }),
  ...inFile('src/proxy/redact.ts', unit('proxy/redact'), {
    '1.2.9': [`.map((secret) => secret.replace(`, `.map((secret) => secret || secret.replace(`],
    '14.2.6': [
      `(digits.length < length ? digits : digits.replace(number, REDACTED))`,
      `(digits.length < length ? digits : digits)`,
    ],
  }),
  ...inFile('src/proxy/redact.ts', unit('proxy/service-answers'), {
    '1.3.12': [`const MAX_NODES = 1000;`, `const MAX_NODES = 1e9;`],
  }),
  ...inFile('src/proxy/service/read-bodies.ts', unit('proxy/service-answers'), {
    '1.3.12': [`const MAX_BYTES = 64 * 1024;`, `const MAX_BYTES = 64 * 1024 * 1024;`],
    '15.3.1': [`.filter(([name]) => names.includes(name))`, ``],
  }),
  ...inFile('docs/fields.md', system('package/docs'), {
    '2.1.1': ['\n| `card-cvc`        | 3 digits', '\n| `card-code`       | 3 digits'],
  }),
  ...inFile('docs/operations.md', system('package/docs'), {
    '16.1.1': ['\n| `key_refused` ', '\n| `key_denied` '],
  }),
  ...inFile('src/define.ts', system('pages/strict-page'), {
    '1.3.2': [`\nif (!customElements`, `\nnew Function('')();\nif (!customElements`],
    '3.2.2': [`\nif (!customElements`, `\ndocument.createElement('p').innerHTML = '';\nif (!customElements`],
    '14.2.3': [
      `\nif (!customElements`,
      `\nvoid fetch('https://elsewhere.example/').catch(() => 0);\nif (!customElements`,
    ],
  }),
  ...inFile('src/proxy/limits.ts', system('stores/redis-limits'), {
    '16.5.2': [`if (!isTimeout(error) || !insurance) throw`, `if (!isTimeout(error) || !insurance || error) throw`],
  }),
  ...inFile('src/contract/order-texts.ts', unit('proxy/payment-rules'), {
    '1.3.3': [`export const LINE = /^[^`, `export const LINE = /^[^]*$|[`],
  }),
  ...inFile('src/proxy/payment-rules.ts', unit('proxy/page-and-proxy'), {
    '2.2.2': [`if (broken.length === 0) return;`, `return;`],
  }),
  ...inFile('src/settings/usual-settings.ts', system('pages/clobbered-page'), {
    '3.2.3': [`ownerDocument.location.href`, `(ownerDocument as unknown as { URL: string }).URL`],
  }),
  ...inFile('demo/proxies/shop.mjs', system('recipes/invalid-requests'), {
    '13.4.4': [`? 405 : 400`, `? 200 : 200`],
  }),
  ...inFile('tools/strict-page.ts', system('pages/strict-page'), {
    '3.4.3': [`  "base-uri 'none'",\n`, ``],
  }),
  ...inFile('src/settings/mode.ts', system('pages/page-guard'), {
    '3.7.5 12.2.1': [
      `if (mode !== 'live' || isSecure) return`,
      `if (mode !== 'live' || isSecure || mode.length > 0) return`,
    ],
  }),
  ...inFile('tools/write-integrity.ts', system('package/integrity'), {
    '3.5.7 3.6.1': [`Object.fromEntries(scripts.map(`, `Object.fromEntries(scripts.slice(1).map(`],
    '13.1.1': [`: 'nothing';`, `: '';`],
  }),
  ...inFile('tools/write-sbom.ts', system('package/sbom'), {
    '15.1.2 15.2.4': [`components: shipped,`, `components: shipped.slice(1),`],
  }),
  ...inFile('src/define.ts', system('package/package'), {
    '15.2.3': [`\nif (!customElements`, `\nconsole.log('Bearer ');\nif (!customElements`],
  }),
  ...inFile('src/proxy/attempts/attempts.ts', 'test/soak/alone/attempts-crash.test.ts', {
    '2.3.3': [`{ ...stored.record, state: 'sent' }`, `{ ...stored.record }`],
  }),
];
