import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFingerprint, importSecret } from '../../../src/proxy/attempts/fingerprint.js';
import type { PaymentRequest } from '../../../src/contract/schema.js';
import { samplePayment } from '../../support/sample-payment.js';

const fingerprintOf = async (payment: PaymentRequest, secret = 'secret') =>
  createFingerprint(payment, await importSecret(secret));

describe('the stored fingerprint of a payment', () => {
  it('has 256 bits in hexadecimal digits', async () => {
    assert.match(await fingerprintOf(samplePayment()), /^[0-9a-f]{64}$/);
  });

  it('depends on the secret of the store', async () => {
    assert.notEqual(await fingerprintOf(samplePayment()), await fingerprintOf(samplePayment(), 'another'));
  });

  it('depends on amount, order and expiry date', async () => {
    const payments = [
      samplePayment(),
      samplePayment({ amount: 5000 }),
      samplePayment({ reference: 'another' }),
      samplePayment({ card: { exp_month: 11 } }),
    ];
    const fingerprints = await Promise.all(payments.map((payment) => fingerprintOf(payment)));
    assert.equal(new Set(fingerprints).size, payments.length);
  });

  it('reveals nothing about card number and security code', async () => {
    const fingerprints = await Promise.all([
      fingerprintOf(samplePayment()),
      fingerprintOf(samplePayment({ card: { number: '5555555555554444', cvc: '999' } })),
    ]);
    assert.equal(new Set(fingerprints).size, 1);
  });
});
