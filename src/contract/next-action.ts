import { isSecure, own } from './security.js';

/** What the shopper's bank asks for before it decides: a page to visit, such as that of 3-D Secure. */
export interface NextAction {
  /** The page: https, and of an allowed origin. */
  readonly url: string;
  /**
   * How the page is requested.
   * @default `GET`
   */
  readonly method?: 'GET' | 'POST' | undefined;
  /** The fields of a form, with `POST` only. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

export type CheckedAction = Required<NextAction> & { readonly fields: Readonly<Record<string, string>> };

/** Limits of an action. Lengths are in characters. */
export const ACTION_LIMITS = { url: 2048, fields: 20, fieldName: 255, fieldValue: 8192 } as const;

/** @returns the action with all members, or what is wrong with it, as the rest of a sentence; never with a part of the action */
export function checkAction(action: unknown, origins: readonly string[]): CheckedAction | string {
  if (typeof action !== 'object' || action === null) return 'is not an object. Expected { url, method, fields }.';
  const { url, method = 'GET', fields = {} } = own(action) as Readonly<Record<string, unknown>>;
  const problem = urlProblem(url, origins) ?? methodProblem(method) ?? fieldsProblem(fields);
  if (problem) return problem;
  if (method === 'GET' && Object.keys(fields as object).length > 0) return 'has fields with GET. Expected POST.';
  return { url: new URL(url as string).href, method, fields } as CheckedAction;
}

function urlProblem(address: unknown, origins: readonly string[]): string | undefined {
  if (typeof address !== 'string' || address.length > ACTION_LIMITS.url || !URL.canParse(address)) {
    return `has no valid url. Expected an absolute URL of at most ${ACTION_LIMITS.url} characters.`;
  }
  const url = new URL(address);
  if (!isSecure(url) || url.username || url.password) {
    return 'has a url that is not secure. Expected https, without a user (http only on this computer).';
  }
  return origins.includes(url.origin) ? undefined : 'has a url of another origin. Expected one of the allowed origins.';
}

function methodProblem(method: unknown): string | undefined {
  return method === 'GET' || method === 'POST' ? undefined : 'has an invalid method. Expected GET or POST.';
}

function fieldsProblem(fields: unknown): string | undefined {
  const { fields: most, fieldName, fieldValue } = ACTION_LIMITS;
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    return 'has invalid fields. Expected an object of strings.';
  }
  const entries = Object.entries(fields) as [string, unknown][];
  const isField = ([name, value]: [string, unknown]) =>
    name !== '' && name.length <= fieldName && typeof value === 'string' && value.length <= fieldValue;
  if (entries.length <= most && entries.every(isField)) return undefined;
  return `has too many or too long fields. Expected at most ${most}, each with at most ${fieldValue} characters.`;
}
