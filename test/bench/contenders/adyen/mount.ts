import { exposeMount } from '../shared/expose-mount.js';
import { createCard, startCheckout } from './card.js';

void startCheckout().then((checkout) => {
  exposeMount((container) => {
    const card = createCard(checkout);
    card.mount(container);
    return () => {
      card.unmount();
    };
  });
});
