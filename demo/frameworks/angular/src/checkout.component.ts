import 'payment-widget/define';
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { PaymentSuccessEvent } from 'payment-widget';

interface Order {
  reference: string;
  amount: number;
  currency: string;
  token: string;
}

@Component({
  selector: 'app-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (order(); as order) {
      <payment-widget
        proxy-url="/pay"
        [amount]="order.amount"
        [currency]="order.currency"
        [reference]="order.reference"
        [orderToken]="order.token"
        return-url="/thanks"
        [metadata]="metadata"
        (payment-success)="handleSuccess($event)"
      />
    }
  `,
})
export class Checkout {
  readonly order = signal<Order | undefined>(undefined);
  readonly metadata = { basket: '17' };

  constructor() {
    void fetch('/order')
      .then((response) => response.json())
      .then((order) => this.order.set(order));
  }

  handleSuccess({ detail }: PaymentSuccessEvent): void {
    console.log('Paid:', detail.reference);
  }
}
