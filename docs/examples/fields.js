const widget = document.querySelector('payment-widget');

// #region prefill
widget.prefill = { 'cardholder-name': 'Ada Lovelace', country: 'DE' };
// #endregion prefill

// #region networks
widget.networksOf = async (bin8) => {
  const response = await fetch(`card-networks/${bin8}.json`);
  return response.ok ? response.json() : undefined; // such as ["cartes-bancaires", "visa"]
};
// #endregion networks
