/** Runs in each page: passes events on to the test, and gives it snapshots. */

const OUTCOMES = ['success', 'pending', 'failure', 'unknown'];
// Passes events on to the test.
for (const type of ['ready', 'submit', ...OUTCOMES]) {
  document.addEventListener(`payment-${type}`, ({ detail }) => {
    const { idempotencyKey, amount, error } = detail;
    window.reportEvent?.({ type, idempotencyKey, amount, code: error?.code, outcome: error?.outcome });
  });
}

window.look = async (names) => {
  const widget = document.querySelector('payment-widget');
  await widget.updateComplete;
  const parts = names.map((name) => widget.shadowRoot.querySelector(`[part=${name}]`));
  const [button] = parts;
  return {
    state: widget.state,
    texts: parts.map((part) => part?.innerText.trim()),
    canPay: button?.checkVisibility() === true && !button.matches(':disabled, [aria-disabled=true]'),
  };
};

// Takes a snapshot right after an outcome: a moment later there may be another one.
window.lookAfterOutcome = (names) =>
  new Promise((resolve) => {
    const look = async () => {
      const seen = await window.look(names);
      if (seen.state === 'busy' || seen.state === 'loading') setTimeout(look, 50);
      else resolve(seen);
    };
    for (const type of OUTCOMES) document.addEventListener(`payment-${type}`, look, { once: true });
  });
