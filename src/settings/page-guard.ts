import type { PaymentError } from '../contract/errors.js';
import { SetupError } from './setup-error.js';

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
  if (page.isSecureContext === false) return new SetupError('insecure_context', 'The page');
  return allowFrame || !isFramedElsewhere(page) ? undefined : new SetupError('framed', 'The page');
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
