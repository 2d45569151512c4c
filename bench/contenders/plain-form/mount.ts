import { exposeMount } from '../shared/expose-mount.js';
import { startForm } from './form.js';

const template = document.querySelector('template') as HTMLTemplateElement;

exposeMount((container) => {
  const form = (template.content.cloneNode(true) as DocumentFragment).querySelector('form') as HTMLFormElement;
  startForm(form);
  container.append(form);
});
