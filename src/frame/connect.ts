import { CONNECT, VERSIONS } from '../element/isolated/messages/envelope.js';

/**
 * Waits for the page, which brings the port. Takes one port, and ignores the window afterwards.
 * @param ancestors - the origins whose pages may hold the frame
 * @param onconnect - called with the port and the newest version of the messages that both sides speak
 */
export function connect(ancestors: readonly string[], onconnect: (port: MessagePort, version: number) => void): void {
  if (parent === window) return; // opened as a page
  const onMessage = ({ source, origin, data, ports: [port] }: MessageEvent<unknown>) => {
    if (source !== parent || !ancestors.includes(origin) || !port) return;
    const { type, versions } = (data ?? {}) as { readonly type?: unknown; readonly versions?: unknown };
    if (type !== CONNECT || !Array.isArray(versions)) return;
    removeEventListener('message', onMessage);
    const version = VERSIONS.find((it) => versions.includes(it));
    if (version !== undefined) onconnect(port, version);
    else console.error('<payment-widget>: page and frame have releases that are too far apart. Expected neighbours.');
  };
  addEventListener('message', onMessage);
}
