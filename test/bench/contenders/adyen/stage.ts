import { offerMount } from '../shared/mount.js';
import { createCard, startCheckout } from './card.js';

void startCheckout().then((checkout) => {
  offerMount((container) => {
    const card = createCard(checkout);
    card.mount(container);
    return () => {
      card.unmount();
    };
  });
});
