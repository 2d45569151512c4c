import { resultKey, titleKey } from '../../i18n/messages.js';
import { hasEnded } from '../../payment/session-state.js';
import type { FocusManager } from './focus-manager.js';
import { failureMessage } from './texts.js';
import type { WidgetModel } from './widget-model.js';

/** Moves focus to the result of a payment, and announces the result if the focus does not read it. */
export async function presentResult(model: WidgetModel, focus: FocusManager): Promise<void> {
  if (await focus.moveToResult()) return;
  const { failure, liveRegion, session } = model;
  const { state, following: isFollowing } = session;
  if (failure) liveRegion.announce([failureMessage(failure)], { urgent: true });
  if (!hasEnded(state)) return;
  if ('action' in state) liveRegion.announce(['action_title', 'action_text'], { urgent: true });
  if ('action' in state) return;
  const text = resultKey(state.name, { isFollowing, amount: state.attempt.amount });
  liveRegion.announce([titleKey(state.name, isFollowing), text], { urgent: true });
}
