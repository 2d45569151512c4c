import { cdp } from '../../support/commands.js';
import { ALL_FIELDS } from '../../support/states.js';
import { expect, input, mountReady } from '../../support/widget.js';

async function memory(): Promise<{ nodes: number; jsEventListeners: number; usedSize: number }> {
  await cdp('HeapProfiler.collectGarbage');
  const counters = await cdp('Memory.getDOMCounters');
  return { ...counters, ...(await cdp('Runtime.getHeapUsage')) } as Awaited<ReturnType<typeof memory>>;
}

/** Noise in bytes for each element. */
const BYTES_OF_NOISE = 200;

describe('200 elements that are added and removed', () => {
  it('leak no node, no listener and no memory', async () => {
    const container = document.body.appendChild(document.createElement('div'));
    await mountReady(); // creates what all elements share
    const addAndRemove = async (times: number) => {
      for (let time = 0; time < times; time++) {
        const widget = document.createElement('payment-widget');
        Object.assign(widget, { proxyUrl: '/merchant/test', amount: 4999, currency: 'EUR', fields: ALL_FIELDS });
        container.append(widget);
        await widget.updateComplete;
        input(widget, 'cc-number').value = '4242';
        input(widget, 'cc-number').dispatchEvent(new InputEvent('input', { bubbles: true }));
        widget.remove();
      }
      await new Promise(requestAnimationFrame);
    };
    // Garbage varies between rounds; a leak is in every round, so one round without growth proves that there is none.
    const least = { nodes: Infinity, jsEventListeners: Infinity, usedSize: Infinity };
    const isQuiet = () => least.nodes <= 0 && least.jsEventListeners <= 0 && least.usedSize / 200 < BYTES_OF_NOISE;
    let before = await memory();
    for (let round = 0; round < 10 && !isQuiet(); round++) {
      await addAndRemove(200);
      const after = await memory();
      for (const counter of ['nodes', 'jsEventListeners', 'usedSize'] as const) {
        least[counter] = Math.min(least[counter], after[counter] - before[counter]);
      }
      before = after;
    }
    container.remove();
    expect(isQuiet(), JSON.stringify(least)).to.equal(true);
  });
});
