import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { findChromium } from '../../runner/chromium.js';
import { freePort } from '../../support/free-port.js';
import { pack } from '../../support/installed-package.js';

/** The projects of demo/testing with the packed package, installed outside of this one and run as a merchant would. */

const EXAMPLES = join(process.cwd(), 'demo/testing');

/** Uses of the steps that must compile, and mistakes that must not. */
const PLAYWRIGHT_TYPES = `
import type { Frame, FrameLocator, Locator, Page } from '@playwright/test';
import { expectOutcome, fillPayment, pay, widget, type TestCard } from 'payment-widget-testing/playwright';

export async function steps(page: Page, frame: Frame, frameLocator: FrameLocator, locator: Locator) {
  const button: Locator = widget(page).payButton;
  for (const target of [page, frame, frameLocator, locator]) {
    await fillPayment(target, { card: '4242424242424242', fields: { country: 'DE' } });
  }
  const card: TestCard = 'declined';
  const { outcome, code } = await pay(page, { reference: 'order-1042', timeout: 1000 });
  // @ts-expect-error -- an unknown card
  await fillPayment(page, { card: 'decline' });
  // @ts-expect-error -- an unknown field
  await fillPayment(page, { fields: { name: 'Ada' } });
  // @ts-expect-error -- an unknown field
  widget(page).field('name');
  // @ts-expect-error -- an unknown outcome
  await expectOutcome(page, 'success');
  // @ts-expect-error -- an unknown code
  await expectOutcome(page, 'failed', { code: 'refused' });
  // @ts-expect-error -- not a page
  await pay(document);
  return { button, card, isPaid: outcome === 'paid', isDeclined: code === 'declined' };
}
`;

const CYPRESS_TYPES = `
import type { PaymentResult } from 'payment-widget-testing/cypress';

cy.widget({ field: 'card-number', reference: 'order-1042' }).should('be.visible').clear().type('4242');
cy.pay().then((result: PaymentResult) => result.outcome);
// @ts-expect-error -- an unknown card
cy.fillPayment({ card: 'decline' });
// @ts-expect-error -- an unknown outcome
cy.expectOutcome('success');
// @ts-expect-error -- an unknown field
cy.widget({ field: 'name' });
`;

describe('the example project for', () => {
  let root = '';
  let project = '';
  let env: Readonly<Record<string, string | undefined>> = {};

  /** Runs npm. @returns its output @throws with the output if it fails */
  async function npm(folder: string, ...args: readonly string[]): Promise<string> {
    const shell = process.platform === 'win32'; // there npm is npm.cmd
    const child = spawn('npm', args, { cwd: join(project, folder), env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    assert.equal(child.exitCode, 0, `npm ${args.join(' ')} in ${folder}:\n${out}${errors}`);
    return out;
  }

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'payment-widget-testing-'));
    project = join(root, 'demo/testing');
    const { NODE_TEST_CONTEXT: _, ...own } = process.env; // else a test runner inside would report to this one
    const [CHROMIUM, port] = await Promise.all([findChromium(), freePort()]);
    env = { ...own, CI: '1', CHROMIUM, PORT: String(port), CYPRESS_INSTALL_BINARY: '0', NO_COLOR: '1' };
    const isSource = (path: string) => !['node_modules', 'test-results'].includes(basename(path));
    await Promise.all([pack(root), cp(EXAMPLES, project, { recursive: true, filter: isSource })]);
    await writeFile(join(project, 'playwright/tests/types.ts'), PLAYWRIGHT_TYPES);
    await writeFile(join(project, 'cypress/cypress/types.ts'), CYPRESS_TYPES);
    await npm('.', 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  });
  after(() => rm(root, { recursive: true, force: true }));

  it('Playwright passes its tests and compiles with the types of @playwright/test', async () => {
    assert.match(await npm('playwright', 'test', '--', '--timeout=0'), /5 passed/);
  });

  it('Vitest passes its tests in jsdom and in a browser', async () => {
    const output = await npm('vitest', 'test', '--', '--testTimeout=0');
    assert.match(output, /Tests +9 passed \(9\)/);
    assert.doesNotMatch(output, /close timed out/);
  });

  it('Cypress compiles with the types of Cypress', async () => {
    await npm('cypress', 'run', 'check');
  });
});
