import { exposeMount } from '../shared/expose-mount.js';
import { CardForm } from './card-form.js';

exposeMount((container) => {
  const form = new CardForm();
  container.append(form);
  return () => {
    form.remove();
  };
});
