import { connect } from './connect.js';
import { FramedElement } from './framed-element.js';
import { FramedForm } from './framed-form.js';
import { loadFonts } from './load-fonts.js';
import { adoptDocumentStyles } from './document-styles.js';

const { ancestors = '', fonts } = document.documentElement.dataset;

customElements.define('payment-form', FramedElement);
adoptDocumentStyles();
loadFonts(fonts);
connect(ancestors.split(' '), (port, version) => {
  new FramedForm(port, version);
});
