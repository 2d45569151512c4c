import type { WidgetModel } from '../behaviour/widget-model.js';
import { finding, type Finding } from './finding.js';

/** The headers of this page, requested once. */
let headers: Promise<readonly string[]> | undefined;

/** Looks for a policy that blocks the form by which a bank confirms a payment. */
export async function findBlockedActions({ proxy, settings, widget }: WidgetModel): Promise<Finding[]> {
  const { actionOrigins }: { readonly actionOrigins?: unknown } = widget;
  const names = typeof actionOrigins === 'string' ? actionOrigins.split(/\s+/) : [];
  const origins = names.filter((name) => URL.canParse(name));
  if (origins.length === 0 || !widget.shadowRoot) return []; // in isolated mode, the page around the frame goes there
  // A policy that allows the proxy of the same origin allows this request, too.
  const mayAsk = proxy.reportedMode && settings.current?.proxyUrl.startsWith(`${location.origin}/`);
  const policies = [...policiesInMarkup(), ...(mayAsk ? await (headers ??= policiesInHeaders()) : [])];
  return origins
    .map((origin) => new URL(origin).origin)
    .filter((origin) => policies.some((policy) => !allows(policy, origin)))
    .map((origin) =>
      finding(
        'blocked_form_action',
        `form-action of the Content-Security-Policy blocks ${origin}, which is in action-origins. Expected it in form-action.`,
        `Add ${origin} to form-action, so that a confirmation by the bank can be posted there.`,
      ),
    );
}

function policiesInMarkup(): string[] {
  return [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv=Content-Security-Policy i]')].map(
    ({ content }) => content,
  );
}

/** A page cannot read its own headers, so it asks for them again. */
async function policiesInHeaders(): Promise<string[]> {
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  return response?.headers.get('Content-Security-Policy')?.split(',') ?? [];
}

/** Whether a policy lets a form be posted to an https origin. `default-src` does not cover forms. */
function allows(policy: string, origin: string): boolean {
  const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/));
  const [, ...sources] = directives.find(([name]) => name === 'form-action') ?? ['', '*'];
  return sources.some((source) => matches(source.replace(/([^:/])\/.*$/, '$1'), origin));
}

/** @param source a source without path, such as `'self'`, `https:`, `*.bank.example` or `https://bank.example:*` */
function matches(source: string, origin: string): boolean {
  if (source === "'self'") return origin === location.origin;
  const { protocol, hostname, port } = new URL(origin);
  if (source === '*' || source === protocol) return true;
  const [, scheme = '', host = '', ownPort = ''] = /^(?:([a-z]+:)\/\/)?(\*|[\w.*-]+)(?::(\d+|\*))?$/.exec(source) ?? [];
  const isHost = host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === '*' || host === hostname;
  const isPort = ownPort === '*' || ownPort === port || (!port && ownPort === '443');
  return isHost && isPort && (!scheme || scheme === protocol || scheme === 'http:');
}
