import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { exposeMount } from '../shared/expose-mount.js';
import { Checkout } from './checkout.js';

exposeMount((container) => {
  const root = createRoot(container);
  root.render(createElement(Checkout));
  return () => {
    root.unmount();
  };
});
