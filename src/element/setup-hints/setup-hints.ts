import type { PaymentError } from '../../contract/errors.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { hintAtContrast } from './contrast-hint.js';
import { watchFiles } from './file-hints.js';
import { hintAtFailure } from './failure-hints.js';
import { hintAtPage } from './page-hints.js';
import { watchPolicy } from './policy-hints.js';
import { hintAtProxy } from './proxy-hints.js';

/**
 * Logs mistakes in the setup that are silent otherwise. Loaded on demand, see `load-setup-hints.ts`.
 * @param error why a payment failed; without it, the page and the configuration of the proxy are checked
 */
export async function giveHints(model: WidgetModel, error: PaymentError | undefined): Promise<void> {
  const { settings, widget } = model;
  watchPolicy(settings.current?.proxyUrl);
  watchFiles();
  if (error) {
    hintAtFailure(model, error);
    return;
  }
  await widget.updateComplete;
  hintAtPage(widget);
  hintAtContrast(widget);
  await hintAtProxy(model);
}
