import { exposeMount } from '../shared/expose-mount.js';
import { CardForm } from './card-form.js';

exposeMount((container) => {
  container.append(new CardForm());
});
