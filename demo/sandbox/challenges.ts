import { randomBytes } from 'node:crypto';

/** A payment that waits for the shopper's confirmation. */
interface Challenge {
  readonly reference: string;
  readonly charge: () => Promise<void>;
  readonly abandon: () => Promise<void>;
}

export const CHALLENGE_PATH = '/challenge';

/** What the shopper does at the bank. Closing the window and pressing Back need no button. */
const ANSWERS = {
  confirm: 'Confirm the payment',
  refuse: 'Refuse it',
  late: 'Come back after the time limit',
} as const;

/** The shopper's bank: a page of its own, which asks for a confirmation and leads back to the shop. Kept in memory. */
export class Challenges {
  readonly #open = new Map<string, Challenge>();
  /** The order of each challenge, also of those that have ended. */
  readonly #references = new Map<string, string>();

  /** @returns the identifier of the challenge, which only the shopper gets */
  start(challenge: Challenge): string {
    const id = randomBytes(16).toString('hex');
    this.#open.set(id, challenge);
    this.#references.set(id, challenge.reference);
    return id;
  }

  /**
   * `POST /challenge` shows the page, `POST /challenge/answer` ends the challenge.
   * @param shopUrl - where the shopper came from
   */
  async handle(request: Request, shopUrl = ''): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const form = new URLSearchParams(await request.text());
    const id = form.get('challenge') ?? '';
    const reference = this.#references.get(id);
    if (reference === undefined) return new Response('There is no such challenge.', { status: 404 });
    if (!new URL(request.url).pathname.endsWith('/answer')) return showPage(id, shopUrl);
    await this.#end(id, form.get('answer'));
    return new Response(null, { status: 303, headers: { Location: `${shopUrl}/return?${toQuery({ reference })}` } });
  }

  /** The first answer counts: the shopper may press twice, or come back to the page. */
  async #end(id: string, answer: string | null): Promise<void> {
    const challenge = this.#open.get(id);
    this.#open.delete(id);
    await (answer === 'confirm' ? challenge?.charge() : challenge?.abandon());
  }
}

const toQuery = (members: Record<string, string>) => new URLSearchParams(members).toString();

function showPage(id: string, shopUrl: string): Response {
  const buttons = Object.entries(ANSWERS).map(
    ([answer, text]) => `<p><button name="answer" value="${answer}">${text}</button></p>`,
  );
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your bank (sandbox)</title>
<main>
<h1>Your bank (sandbox)</h1>
<p>Do you want to make this payment? You can also close this window, or go back. No money is moved.</p>
<form method="post" action="${CHALLENGE_PATH}/answer">
<input type="hidden" name="challenge" value="${id}">
${buttons.join('\n')}
</form>
</main>
</html>
`;
  const policy = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${shopUrl}`;
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy, // browsers check the redirect to the shop, too
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  });
}
