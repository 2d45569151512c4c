import { expect, fillCard, mountReady, next } from '../support/widget.js';

describe('An exception before a payment is sent', () => {
  it('fails with form_failed, charges nothing and allows another try', async () => {
    const widget = await mountReady();
    await fillCard(widget);
    const failure = next(widget, 'payment-failure');
    crypto.getRandomValues = () => {
      throw new TypeError('broken by a script of the page');
    };
    await widget.submit();
    Reflect.deleteProperty(crypto, 'getRandomValues');
    const { error } = (await failure).detail;
    expect([error.code, error.outcome]).to.deep.equal(['form_failed', 'not_charged']);
    expect((await widget.submit()).outcome).to.equal('paid');
  });
});
