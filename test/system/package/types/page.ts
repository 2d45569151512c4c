/** Compiled by types.test.ts, and shown in the documentation. */

// #region submit
import 'payment-widget/define';

const widget = document.querySelector('payment-widget')!;
const result = await widget.submit();
if (result.outcome === 'failed') console.log('Not charged:', result.error.code);
// #endregion submit

// #region events
widget.addEventListener('payment-success', ({ detail }) => console.log('Paid:', detail.reference));
widget.addEventListener('payment-unknown', ({ detail }) => console.log('Maybe charged:', detail.error.code));
// #endregion events
