import 'payment-widget/define';
import 'payment-widget/payment-widget.css';
import type { PaymentSuccessEvent } from 'payment-widget';
import { createSignal, Show } from 'solid-js';

export function Checkout(props: { order: string }) {
  const [amount, setAmount] = createSignal(4999);
  const [isShown, setShown] = createSignal(true);
  const [outcome, setOutcome] = createSignal('');
  const handleSuccess = ({ detail }: PaymentSuccessEvent) => setOutcome(`Thank you for ${detail.reference}`);

  return (
    <>
      <Show when={isShown()}>
        <payment-widget
          proxy-url="/pay"
          prop:amount={amount()}
          currency="EUR"
          reference={props.order}
          prop:metadata={{ basket: '17' }}
          on:payment-success={handleSuccess}
        >
          <p>The payment form could not be loaded. Please call us.</p>
        </payment-widget>
      </Show>
      <button onClick={() => setAmount(amount() + 100)}>+1 €</button>
      <button onClick={() => setShown(!isShown())}>{isShown() ? 'Remove' : 'Show again'}</button>
      <p role="status">{outcome()}</p>
    </>
  );
}
