import { mount } from 'svelte';
import Checkout from './Checkout.svelte';

const response = await fetch('/order');
const order = await response.json();

mount(Checkout, { target: document.querySelector('main')!, props: { order } });
