import { createApp } from 'vue';
import Checkout from './Checkout.vue';

createApp(Checkout, { order: 'order-1042' }).mount('#app');
