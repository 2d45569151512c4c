const CHOICES = ['1', '3', '6'];

/** On your server: pass this to createPaymentProxy(). Adapt it to the body that your payments service expects. */
export function buildRequest({ metadata: { installments, ...metadata } = {}, ...payment }) {
  const isOffered = CHOICES.includes(installments);
  return { ...payment, metadata, installments: isOffered ? Number(installments) : 1 };
}
