/** An order of your shop, as your server describes it to the page. */
export interface Order {
  reference: string;
  /** In minor units: 4999 is €49.99. */
  amount: number;
  currency: string;
  /** From createOrderToken() on your server. */
  token?: string;
}
