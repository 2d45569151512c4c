import { offerMount } from '../shared/mount.js';
import { startForm } from './form.js';

const template = document.querySelector('template') as HTMLTemplateElement;

offerMount((container) => {
  const form = (template.content.cloneNode(true) as DocumentFragment).querySelector('form') as HTMLFormElement;
  startForm(form);
  container.append(form);
  return () => {
    form.remove();
  };
});
