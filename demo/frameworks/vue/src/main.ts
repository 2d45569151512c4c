import { createApp } from 'vue';
import Checkout from './Checkout.vue';

const response = await fetch('/order');
const order = await response.json();

createApp(Checkout, { order }).mount('main');
