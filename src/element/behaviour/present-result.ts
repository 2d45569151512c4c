import { failureKey, resultKey } from '../../i18n/messages.js';
import { hasEnded } from '../../payment/session-state.js';
import type { FocusManager } from './focus-manager.js';
import type { WidgetModel } from './widget-model.js';

/** Moves focus to the result of a payment, or announces it if the focus is elsewhere. */
export async function presentResult(model: WidgetModel, focus: FocusManager): Promise<void> {
  if (await focus.moveToResult()) return;
  const { failure, liveRegion, session } = model;
  const { state, following: isFollowing } = session;
  if (failure) liveRegion.announce([failureKey(failure)], { urgent: true });
  if (!hasEnded(state)) return;
  const text = resultKey(state.name, { isFollowing, amount: state.attempt.amount });
  liveRegion.announce([`${state.name}_title`, text], { urgent: true });
}
