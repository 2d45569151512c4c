/** On your server: pass this to createPaymentProxy(). Without it, anyone could send you another amount. */
export function resolvePayment({ amount, currency }) {
  const isAccepted = currency === 'EUR' && amount >= 500 && amount <= 100_000;
  return isAccepted ? { amount, currency } : undefined;
}
