import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './checkout';

const response = await fetch('/order');
const order = await response.json();

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <Checkout order={order} />
  </StrictMode>,
);
