import './element/payment-widget.js'; // keeps its global types in the declarations
import { PaymentWidget } from './element/payment-widget.js';

// A second copy or version of the script does nothing.
if (!customElements.get('payment-widget')) customElements.define('payment-widget', PaymentWidget);
