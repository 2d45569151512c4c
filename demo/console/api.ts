/** A failed call. The message is for the user. */
export class ConsoleError extends Error {}

const BASE = '/console/api/';

const UNREACHABLE =
  'The sandbox does not respond. Check that it is running (npm start). This page reconnects automatically.';

/**
 * Calls the console's API.
 * @throws {ConsoleError}
 */
export async function call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(BASE + path, init).catch(() => undefined);
  if (!response) throw new ConsoleError(UNREACHABLE);
  const result = await read(response);
  if (response.ok) return result as T;
  throw new ConsoleError(messageOf(result) ?? explain(response.status));
}

export const EVENTS = `${BASE}events`;

async function read(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function messageOf(body: unknown): string | undefined {
  const error = (body as { error?: { message?: unknown } } | undefined)?.error;
  return typeof error?.message === 'string' && error.message !== '' ? error.message : undefined;
}

function explain(status: number): string {
  if (status === 404) return 'This item no longer exists. Reload the page.';
  if (status < 500) return `The sandbox refused the request (${status}). Check your input and try again.`;
  return `The sandbox failed (${status}). Try again, or check its terminal output.`;
}
