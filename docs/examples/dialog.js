const dialog = document.querySelector('dialog');
const widget = document.querySelector('payment-widget');

document.querySelector('#open').addEventListener('click', () => {
  dialog.showModal();
  widget.focus(); // the first field
});

dialog.addEventListener('close', () => {
  if (widget.state === 'busy') dialog.showModal(); // the payment continues: its outcome must be seen
});
