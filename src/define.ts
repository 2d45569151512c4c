import './element/payment-widget.js'; // for its global types: an import of names alone is left out of the declarations
import { PaymentWidget } from './element/payment-widget.js';

// A page may load the script twice, or two copies of it: the first one stays.
if (!customElements.get('payment-widget')) customElements.define('payment-widget', PaymentWidget);
