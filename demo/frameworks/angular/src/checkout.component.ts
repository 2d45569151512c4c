import 'payment-widget/define';
import { Component, CUSTOM_ELEMENTS_SCHEMA, input, output } from '@angular/core';
import type { PaymentSuccessEvent } from 'payment-widget';
import type { Order } from '../../order';

@Component({
  selector: 'app-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <payment-widget
      proxy-url="/pay"
      [amount]="order().amount"
      [currency]="order().currency"
      [reference]="order().reference"
      [orderToken]="order().token"
      [metadata]="metadata"
      (payment-success)="handleSuccess($event)"
    />
  `,
})
export class Checkout {
  readonly order = input.required<Order>();
  readonly paid = output<string | undefined>();
  readonly metadata = { basket: '17' };

  handleSuccess({ detail }: PaymentSuccessEvent): void {
    this.paid.emit(detail.reference);
  }
}
