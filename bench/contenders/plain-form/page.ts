import { startForm } from './form.js';

startForm(document.forms[0] as HTMLFormElement);
