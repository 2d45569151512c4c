import { isLoopback } from '../../contract/security.js';
import type { Finding } from '../../hints/hints.js';
import { loadModule } from '../load-module.js';
import type { Behaviour } from './behaviour.js';

/** In test mode. In an unknown mode, on a developer's computer, or if the proxy is silent. */
export function giveHints(behaviour: Behaviour): void {
  const { mode } = behaviour.proxy;
  const isAllowed = mode ? mode === 'test' : behaviour.proxy.isSilent || isLoopback(location.hostname);
  if (isAllowed) void diagnose(behaviour, true).catch(() => undefined);
}

export async function diagnose(behaviour: Behaviour, isLogged = false): Promise<Finding[]> {
  const hints = await loadModule('setup-hints.js', import('../../hints/setup-hints.js'), 'not_loaded');
  const { settings, session, proxy, widget } = behaviour;
  if (widget.isConnected) await widget.updateComplete; // else it would wait forever
  if (settings.current) await proxy.loadConfig(settings.current.proxyUrl);
  const { state } = session;
  const found = await hints.diagnose({
    element: widget,
    proxyUrl: settings.current?.proxyUrl,
    reference: widget.reference,
    knowsProxy: proxy.reportedMode !== undefined,
    settingError: settings.error,
    paymentError: state.name === 'failed' ? state.error : undefined,
  });
  if (isLogged) hints.log(found, settings.error);
  return found;
}
