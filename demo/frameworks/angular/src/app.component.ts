import { Component, signal } from '@angular/core';
import { Checkout } from './checkout.component';
import type { Order } from '../../order';

/** The checkout with what the tests press. */
@Component({
  selector: 'app-root',
  imports: [Checkout],
  template: `
    @if (isShown()) {
      <app-checkout [order]="order()" (paid)="outcome.set('Thank you for ' + $event)" />
    }
    <button (click)="addOne()">+1 €</button>
    <button (click)="isShown.set(!isShown())">{{ isShown() ? 'Remove' : 'Show again' }}</button>
    <p role="status">{{ outcome() }}</p>
  `,
})
export class App {
  readonly order = signal<Order>({ reference: 'order-1042', amount: 4999, currency: 'EUR' });
  readonly isShown = signal(true);
  readonly outcome = signal('');

  addOne(): void {
    this.order.update((order) => ({ ...order, amount: order.amount + 100 }));
  }
}
