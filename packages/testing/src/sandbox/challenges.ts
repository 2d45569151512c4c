import { randomBytes } from 'node:crypto';
import { isLoopback } from 'payment-widget/contract';
import type { PaymentProxyOptions } from 'payment-widget-proxy';

interface Challenge {
  readonly reference: string;
  readonly charge: () => void;
  readonly abandon: (error: string) => void;
}

export const CHALLENGE_PATH = '/challenge';

/** Closing the window and pressing Back need no button. */
const BUTTONS = {
  confirm: 'Confirm the payment',
  refuse: 'Refuse it',
  late: 'Come back after the time limit',
} as const;

/** The shopper's bank: a page of its own, which asks for a confirmation and leads back to the shop. Kept in memory. */
export class Challenges {
  readonly #known = new Map<string, Challenge>();
  readonly #ended = new Set<Challenge>();

  start(challenge: Challenge): string {
    const id = randomBytes(16).toString('hex');
    this.#known.set(id, challenge);
    return id;
  }

  /** `/challenge` shows the page, and `/challenge/answer` leads to `return_url`. */
  async handle(request: Request, shopUrl?: string): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const form = new URLSearchParams(await request.text());
    const id = form.get('challenge') ?? '';
    const challenge = this.#known.get(id);
    if (!challenge) return new Response('There is no such challenge.', { status: 404 });
    const returnUrl = readReturnUrl(form.get('return_url')) ?? returnToShop(challenge, shopUrl);
    if (!new URL(request.url).pathname.endsWith('/answer')) return showQuestion(id, returnUrl);
    this.#end(challenge, form.get('answer'));
    if (!returnUrl) return showPage(`<p>Done. Go back to the page of the shop.</p>`);
    return new Response(null, { status: 303, headers: { Location: returnUrl } });
  }

  /** The first answer counts: the shopper may press twice, or come back to the page. */
  #end(challenge: Challenge, answer: string | null): void {
    if (this.#ended.has(challenge)) return;
    this.#ended.add(challenge);
    if (answer === 'confirm') challenge.charge();
    else challenge.abandon(answer === 'late' ? 'confirmation_expired' : 'card_declined');
  }
}

/** Reads a challenge of the sandbox: the interface of the payments service documents none. */
export const readChallenge: NonNullable<PaymentProxyOptions['interpretResponse']> = ({ body }) => {
  const { status, challenge } = body as {
    status?: string;
    challenge?: { url: string; fields: Record<string, string> };
  };
  if (status !== 'requires_action' || !challenge) return undefined;
  return { outcome: 'action_required', action: { url: challenge.url, method: 'POST', fields: challenge.fields } };
};

/** The buttons are large enough for a thumb. */
const STYLE =
  'body{font:1rem/1.5 system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}';

/** Accepts only a page on this machine, since anyone could send the shopper elsewhere. */
function readReturnUrl(value: string | null): string | undefined {
  const url = value !== null && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopback(url.hostname)) return undefined;
  return url.href;
}

const returnToShop = ({ reference }: Challenge, shopUrl: string | undefined) =>
  shopUrl && `${shopUrl}/return?${new URLSearchParams({ reference }).toString()}`;

function showQuestion(id: string, returnUrl: string | undefined): Response {
  const buttons = Object.entries(BUTTONS).map(
    ([answer, text]) => `<p><button name="answer" value="${answer}">${text}</button></p>`,
  );
  const back = returnUrl ? `<input type="hidden" name="return_url" value="${escapeAttribute(returnUrl)}">\n` : '';
  const main = `<p>Do you want to make this payment? You can also close this window, or go back. No money is moved.</p>
<form method="post" action="${CHALLENGE_PATH}/answer">
<input type="hidden" name="challenge" value="${id}">
${back}${buttons.join('\n')}
</form>`;
  return showPage(main);
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

function showPage(main: string): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your bank (sandbox)</title>
<style>${STYLE}</style>
<main>
<h1>Your bank (sandbox)</h1>
${main}
</main>
</html>
`;
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } });
}
