import type { PaymentWidget } from '../../src/index.js';
import { holdTimers } from '../support/timers.js';
import {
  click,
  expect,
  fillIn,
  find,
  input,
  mountReady,
  next,
  nextFrame,
  payButton,
  postsOf,
  recordAnnouncements,
  textOf,
} from '../support/widget.js';

const platformNow = Date.now;
afterEach(() => {
  Date.now = platformNow;
});

describe('A rate-limited service', () => {
  it('disables the button and counts down', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await fillIn(widget);
    await widget.submit();
    await widget.updateComplete;
    const button = payButton(widget);
    const text = textOf(button);
    await click(button);
    expect([text, button.ariaDisabled, (await postsOf(widget)).length]).to.deep.equal([
      'You can try again in 7 sec',
      'true',
      1,
    ]);
  });

  it('keeps counting down when submit() finds the form invalid', async () => {
    const widget = await mountReady({ merchant: 'status-429' });
    await fillIn(widget);
    await widget.submit();
    input(widget, 'cc-csc').value = '';
    await widget.submit();
    await widget.updateComplete;
    expect(payButton(widget).ariaDisabled).to.equal('true');
  });

  async function endCountdown(widget: PaymentWidget, ticks: ReturnType<typeof holdTimers>): Promise<void> {
    Date.now = () => platformNow() + 1000;
    await ticks.fire();
    await widget.updateComplete;
    await nextFrame();
  }

  /** Waits until the button can be pressed again. */
  async function waitForCountdown(): Promise<{ widget: PaymentWidget; announced: string[] }> {
    const ticks = holdTimers((milliseconds) => milliseconds === 1000);
    const widget = await mountReady({ merchant: 'busy-for-1' });
    await fillIn(widget);
    payButton(widget).focus();
    payButton(widget).click();
    await next(widget, 'payment-failure');
    await widget.updateComplete;
    await nextFrame();
    const announced = recordAnnouncements(widget);
    await endCountdown(widget, ticks);
    return { widget, announced };
  }

  it('removes its message after the countdown and says that the shopper can try again', async () => {
    const { widget, announced } = await waitForCountdown();
    expect([find(widget, '[part=summary]') === null, announced]).to.deep.equal([true, ['You can try again now.']]);
  });

  it('passes the focus from its message to the button after the countdown', async () => {
    const { widget } = await waitForCountdown();
    expect(widget.shadowRoot?.activeElement === payButton(widget)).to.equal(true);
  });
});
