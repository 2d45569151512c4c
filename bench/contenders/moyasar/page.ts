import { startForm } from './form.js';

startForm(document.getElementById('checkout') as Element);
