import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './checkout';

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <Checkout order="order-1042" />
  </StrictMode>,
);
