import 'payment-widget/define';
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { PaymentSuccessEvent } from 'payment-widget';

@Component({
  selector: 'app-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (isShown()) {
      <payment-widget
        proxy-url="/pay"
        [amount]="amount()"
        currency="EUR"
        [reference]="order"
        [metadata]="metadata"
        (payment-success)="handleSuccess($event)"
      >
        <p>The payment form could not be loaded. Please call us.</p>
      </payment-widget>
    }
    <button (click)="amount.set(amount() + 100)">+1 €</button>
    <button (click)="isShown.set(!isShown())">{{ isShown() ? 'Remove' : 'Show again' }}</button>
    <p role="status">{{ outcome() }}</p>
  `,
})
export class Checkout {
  readonly order = 'order-1042';
  readonly metadata = { basket: '17' };
  readonly amount = signal(4999);
  readonly isShown = signal(true);
  readonly outcome = signal('');

  handleSuccess({ detail }: PaymentSuccessEvent): void {
    this.outcome.set(`Thank you for ${detail.reference}`);
  }
}
