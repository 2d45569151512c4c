import { PaymentError } from './errors.js';

/** What the guard looks at of a window. */
export interface GuardedWindow {
  readonly isSecureContext?: boolean;
  readonly parent?: GuardedWindow;
  readonly location?: { readonly href: string };
}

/**
 * Why real money must not be paid on this page, if there is a reason.
 * @param allowFrame - whether a page of another origin may hold this one in a frame
 */
export function refuseLivePage(allowFrame: boolean, page: GuardedWindow = globalThis): PaymentError | undefined {
  if (page.isSecureContext === false) {
    return new PaymentError(
      'insecure_context',
      'The page is not secure: it, or one that holds it, came by http. In live mode nothing is sent, since others could read the card. Serve it by https.',
    );
  }
  if (allowFrame || !isFramedElsewhere(page)) return undefined;
  return new PaymentError(
    'framed',
    'A page of another origin holds this one in a frame, and could lay its own over it. In live mode nothing is sent, unless you set allow-frame.',
  );
}

/** Whether any page around this one is of another origin: such a page cannot be looked into. */
function isFramedElsewhere(page: GuardedWindow): boolean {
  try {
    for (let inner = page; inner.parent && inner.parent !== inner; inner = inner.parent) {
      if (inner.parent.location?.href === undefined) return true;
    }
    return false;
  } catch {
    return true;
  }
}
