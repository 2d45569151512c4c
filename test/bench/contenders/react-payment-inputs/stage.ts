import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { offerMount } from '../shared/mount.js';
import { Checkout } from './checkout.js';

offerMount((container) => {
  const root = createRoot(container);
  root.render(createElement(Checkout));
  return () => {
    root.unmount();
  };
});
