/** Values of the documentation and of its examples. Anyone knows them, and they work nowhere. */
const PLACEHOLDERS: readonly string[] = [
  'https://api.example',
  'https://api.example.com',
  'sandbox_test_…',
  'your-api-key',
  'your-live-api-key',
  'your-test-api-key',
  'replace-this-with-32-random-characters',
  'whsec_…',
];

/** What JavaScript, Python and Ruby write for a missing value, in any case, as configurations change it. */
const MISSING = /^(?:undefined|null|nan|nil|\[object object\])$/i;

/** The case matters, since `none` turns a limit off. */
const MISSING_IN_PYTHON = 'None';

/** A value that no message quotes, since a secret may look like it. */
const TEMPLATE = /^(?:\[object \w+\]|\$[A-Z_]+|\$\{\w+\}|\{\{.*\}\})$/;

/** Words in place of a key. */
const NO_KEY = /^(?:x+|none|change-?me|replace-?me|placeholder|todo|(?:(?:my|your)[-_]?)?api[-_]?key)$/i;

/** Describes a value that stands for another one. The text continues the name of its option. */
export function placeholderProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(/\/$/, '');
  const is = `is ${JSON.stringify(text)}, `;
  if (PLACEHOLDERS.includes(text)) return `${is}a placeholder of the documentation. Replace it with your own value.`;
  if (MISSING.test(text) || text === MISSING_IN_PYTHON)
    return `${is}which stands for a missing value. Set the value, and check what reads it.`;
  if (TEMPLATE.test(text))
    return 'is a template that stands for a missing value. Set the value, and check what reads it.';
  return undefined;
}

function keyProblem(key: unknown): string | undefined {
  const isWord = typeof key === 'string' && NO_KEY.test(key);
  return (
    placeholderProblem(key) ??
    (isWord ? `is ${JSON.stringify(key)}, a placeholder. Replace it with your API key.` : undefined)
  );
}

/** Random hexadecimal digits have more. */
const MIN_DIFFERENT_CHARACTERS = 6;

/** Whether a secret has few characters or repeats itself. */
export function isGuessable(secret: string): boolean {
  return new Set(secret).size < MIN_DIFFERENT_CHARACTERS || (secret + secret).indexOf(secret, 1) < secret.length;
}

/** RFC 7518 requires a secret as long as the hash. */
const MIN_SECRET_BYTES = 32;

/** Describes what is wrong with a secret, if anything, without quoting it. */
export function secretProblem(secret: unknown): string | undefined {
  const text = typeof secret === 'string' ? secret.trim() : '';
  const expected = `Expected a random string of at least ${MIN_SECRET_BYTES} bytes.`;
  if (new TextEncoder().encode(text).length < MIN_SECRET_BYTES) return `is missing or too short. ${expected}`;
  return placeholderProblem(text) ?? (isGuessable(text) ? `is easy to guess. ${expected}` : undefined);
}

/** The "bad ports" of the Fetch standard, at which `fetch` refuses every address. */
const BLOCKED_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** The text continues the name of the option. */
export function portProblem({ port }: URL): string | undefined {
  return BLOCKED_PORTS.has(Number(port)) ? `uses port ${port}, which fetch blocks. Expected another port.` : undefined;
}

/** The origin of an app's page, such as `capacitor://localhost`, as its browser engine sends it. */
const APP_ORIGIN = /^(?!(?:https?|wss?|ftp|file|blob|data|about):)[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?$/;

/** Describes what is wrong with an origin that no page has, or any page. The text continues the origin. */
function originProblem(origin: unknown): string | undefined {
  const text = typeof origin === 'string' ? origin : '';
  if (text === 'null') return ', the origin of sandboxed frames and files, which any site can have. Remove it.';
  if (text.startsWith('file:')) return ', but pages from files have the origin "null". Serve the page from a host.';
  if (text.includes('*')) return ', which matches no page, since there are no wildcards. Name each origin.';
  const isWeb = /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  return isWeb || APP_ORIGIN.test(text)
    ? undefined
    : '. Expected origins such as "https://shop.example", without a path.';
}

/** A word that is too short to help guess a secret, such as `prod`, `yes` or `0`. */
const SHORT_WORD = /^[\w.:-]{0,5}$/;

/**
 * What a message says of a value that someone has set: any value may be a secret in the wrong place, and no pattern tells a
 * password from a word. So only short words are quoted.
 */
export function quoteSafely(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== 'string') return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  return SHORT_WORD.test(value) ? JSON.stringify(value) : `a text of ${value.length} characters`;
}

export function problemOfSecrets(secrets: unknown): string | undefined {
  const [first, second, ...others] = Array.isArray(secrets) ? (secrets as unknown[]) : [secrets];
  const problem = secretProblem(first) ?? (second === undefined ? undefined : secretProblem(second));
  return problem ?? (others.length > 0 ? 'has too many secrets. Expected the new and the old one.' : undefined);
}

export function problemOfKeys(keys: unknown): string | undefined {
  const copied = [keys].flat().map(keyProblem).find(Boolean);
  if (copied) return copied;
  if (isKey(keys) || (isList(keys, isKey) && keys.length === 2 && keys[0] !== keys[1])) return undefined;
  return (
    'is missing or invalid. Expected the API key alone, as in the developer console, or two different ones: ' +
    'letters, digits and -._~+/ without quotes, brackets, spaces or a name.'
  );
}

/** A b64token (RFC 6750). */
export const isKey = matches(/^[\w.~+/-]+=*$/);

export function matches(pattern: RegExp): (value: unknown) => value is string {
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

export function problemOfBaseUrl(value: unknown): string | undefined {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(url.href)) {
    return 'is not valid. Expected an absolute http(s) URL without query, such as "https://api.example".';
  }
  if (/\/v1\/*$/.test(url.pathname)) return 'ends with /v1, which is added by the proxy. Remove it.';
  return placeholderProblem(value) ?? portProblem(url);
}

export function problemOfOrigins(origins: unknown): string | undefined {
  if (!Array.isArray(origins)) {
    return `is ${quoteSafely(origins)}. Expected a list of origins such as "https://shop.example".`;
  }
  for (const origin of origins as unknown[]) {
    const problem = originProblem(origin);
    if (problem) return `contains ${quoteSafely(origin)}${problem}`;
  }
  return undefined;
}

export const isList = (value: unknown, test: (text: string) => boolean = () => true): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string' && test(text));

/** URLs allow more in a host, such as `*` and `;`, which mean something else in a policy. */
export const PLAIN_ORIGIN = /^https?:\/\/[\w.-]+(?::\d+)?$/;

/** Other names below `localhost` do not count, since a resolver may send them elsewhere. */
export function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && isLoopback;
}
