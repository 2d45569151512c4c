/** Why something could not be done, in words for whoever wanted it. */
export class ConsoleError extends Error {}

const BASE = '/console/api/';

const UNREACHABLE =
  'The sandbox does not answer. Check that it is still running (npm start); this page goes on as soon as it is back.';

/** One call of the console's API. */
export async function call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(BASE + path, init).catch(() => undefined);
  if (!response) throw new ConsoleError(UNREACHABLE);
  const answer = await read(response);
  if (response.ok) return answer as T;
  throw new ConsoleError(messageOf(answer) ?? explain(response.status));
}

export const EVENTS = `${BASE}events`;

async function read(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function messageOf(answer: unknown): string | undefined {
  const error = (answer as { error?: { message?: unknown } } | undefined)?.error;
  return typeof error?.message === 'string' && error.message !== '' ? error.message : undefined;
}

function explain(status: number): string {
  if (status === 404) return 'It is not there any more. Load the page again to see what is.';
  if (status < 500) return `The sandbox refused that (${status}). Check what you entered and try again.`;
  return `The sandbox failed (${status}). Try again; the lines it prints where it was started say more.`;
}
