// Names each form for screen readers: otherwise all are called "Card payment".
for (const section of document.querySelectorAll('section')) {
  const { textContent } = section.querySelector('h2');
  section.querySelector('payment-widget').messages = { form: `Card payment: ${textContent}` };
}
