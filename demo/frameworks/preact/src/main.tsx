import { render } from 'preact';
import { Checkout } from './checkout';

render(<Checkout order="order-1042" />, document.querySelector('#app')!);
