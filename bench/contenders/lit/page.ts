import './card-form.js';
