import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './checkout.js';

createRoot(document.getElementById('checkout') as Element).render(createElement(Checkout));
