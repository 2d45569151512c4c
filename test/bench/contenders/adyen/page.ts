import { createCard, startCheckout } from './card.js';

void startCheckout().then((checkout) => createCard(checkout).mount('#checkout'));
