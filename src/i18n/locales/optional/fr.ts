import type { OptionalMessages } from '../../optional-messages.js';

/** French. */
const messages: OptionalMessages = {
  test_card: 'Utiliser une carte de test',
  test_card_filled: 'Le formulaire est rempli avec une carte de test.',
  label_email: 'Adresse e-mail',
  label_phone: 'Numéro de téléphone',
  label_postal_code: 'Code postal',
  label_country: 'Pays',
  label_amount: 'Montant',
  placeholder_country: 'Choisissez votre pays',
  email_required: 'Saisissez votre adresse e-mail.',
  email_invalid: 'Saisissez une adresse e-mail comme name@example.com.',
  email_long: 'Cette adresse e-mail est trop longue.',
  phone_required: 'Saisissez votre numéro de téléphone.',
  phone_letters: 'Utilisez uniquement des chiffres.',
  phone_country_code: 'Commencez par + et l’indicatif du pays, par exemple {phone_example}.',
  phone_short: 'Ce numéro de téléphone est trop court. Avez-vous saisi l’indicatif\u00a0?',
  phone_long: 'Ce numéro de téléphone comporte trop de chiffres.',
  phone_invalid: 'Vérifiez votre numéro de téléphone\u00a0: un chiffre semble incorrect.',
  postal_code_required: 'Saisissez votre code postal.',
  postal_code_invalid: 'Saisissez un code postal comme {postal_code_example}.',
  postal_code_unlikely: 'Vérifiez le code postal\u00a0: il compte de 2 à 10\u00a0lettres ou chiffres.',
  country_required: 'Choisissez votre pays.',
  amount_required: 'Saisissez un montant.',
  amount_invalid: 'Saisissez le montant en chiffres, par exemple {amount_example}.',
  amount_ambiguous: 'Saisissez le montant sans séparateur de milliers, par exemple {amount_example}.',
  amount_decimals: 'Ce montant a trop de décimales. Utilisez ce format\u00a0: {amount_example}.',
  amount_too_small: 'Saisissez au moins {min_amount}.',
  amount_too_large: 'Saisissez au maximum {max_amount}.',
};

export default messages;
