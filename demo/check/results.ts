import { html, nothing, type TemplateResult } from 'lit';
import type { Finding } from '../../src/check-proxy/index.js';

const BADGES: Readonly<Record<Finding['result'], readonly [style: string, label: string]>> = {
  pass: ['positive', 'Pass'],
  warning: ['warning', 'Warning'],
  failure: ['negative', 'Fail'],
  unchecked: ['', 'Not checked'],
};

/** `34 checks: 33 passed, 1 warning`. Leaves out what did not occur. */
export function formatTotal(findings: readonly Finding[]): string {
  const count = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length;
  const [passed, warnings, failed, unchecked] = [count('pass'), count('warning'), count('failure'), count('unchecked')];
  const parts = [
    failed > 0 && `${failed} failed`,
    passed > 0 && `${passed} passed`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    unchecked > 0 && `${unchecked} not checked`,
  ].filter((part) => part !== false);
  return `${findings.length} ${findings.length === 1 ? 'check' : 'checks'}: ${parts.join(', ')}`;
}

/** The worst result, which gives the total its colour. */
export function worstOf(findings: readonly Finding[]): 'negative' | 'warning' | 'positive' {
  const has = (result: Finding['result']) => findings.some((finding) => finding.result === result);
  if (has('failure') || !has('pass')) return 'negative';
  return has('warning') ? 'warning' : 'positive';
}

/** Links from the failed checks and warnings to their rows, and the table of all checks. */
export function renderResults(findings: readonly Finding[]): TemplateResult | typeof nothing {
  if (findings.length === 0) return nothing;
  const rows = findings.map(renderRow);
  return html`${renderLinks('Failed', findings, 'failure')} ${renderLinks('Warnings', findings, 'warning')}
    <div class="card table-frame" tabindex="0" role="region" aria-label="Results">
      <table>
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Check</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

function renderLinks(label: string, findings: readonly Finding[], result: Finding['result']): unknown {
  const links = findings
    .filter((finding) => finding.result === result)
    .map(({ id }) => html`<a href="#check-${id}"><code>${id}</code></a> `);
  return links.length > 0 ? html`<p>${label}: ${links}</p>` : nothing;
}

function renderRow({ id, result, group, proves, found, fix }: Finding): TemplateResult {
  const [style, label] = BADGES[result];
  return html`<tr id="check-${id}" data-result=${result}>
    <td><span class="badge ${style}">${label}</span></td>
    <th scope="row"><code>${id}</code><br /><span class="muted small">${group}</span></th>
    <td>
      <p>${proves}</p>
      ${found ? html`<p class="muted">${found}</p>` : nothing} ${fix ? html`<p>${fix}</p>` : nothing}
    </td>
  </tr>`;
}
