import { failureKey, resultKey, titleKey } from '../../i18n/messages.js';
import { hasEnded } from '../../payment/session-state.js';
import type { FocusManager } from './focus-manager.js';
import type { WidgetModel } from './widget-model.js';

/** Moves focus to the result of a payment, or to the first field that the service rejected. Announces what focus does not. */
export async function presentResult(model: WidgetModel, focus: FocusManager): Promise<void> {
  const { failure, form, liveRegion, session } = model;
  const isRefused = failure?.fieldErrors !== undefined && form.shown.messages.length > 0;
  const hasMoved = await focus.moveToResult(isRefused ? '[aria-invalid]' : undefined);
  const { state, following: isFollowing } = session;
  if (failure && (isRefused || !hasMoved)) liveRegion.announce([failureKey(failure)], { urgent: !hasMoved });
  if (hasMoved || !hasEnded(state)) return;
  const text = resultKey(state.name, { isFollowing, amount: state.attempt.amount });
  liveRegion.announce([titleKey(state.name, isFollowing), text], { urgent: true });
}
