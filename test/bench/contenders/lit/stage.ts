import { offerMount } from '../shared/mount.js';
import { CardForm } from './card-form.js';

offerMount((container) => {
  const form = new CardForm();
  container.append(form);
  return () => {
    form.remove();
  };
});
