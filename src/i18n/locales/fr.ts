import type { CardMessages } from '../messages.js';

/** French. */
const messages: CardMessages = {
  banner: 'Mode test\u00a0: aucun paiement réel ne sera effectué.',

  form: 'Paiement par carte',

  label_card_number: 'Numéro de carte',
  label_card_expiry: 'Date d’expiration',
  label_card_cvc: 'Code de sécurité (CVV)',
  label_cardholder_name: 'Nom sur la carte',
  placeholder_card_expiry: 'MM / AA',
  hint_card_cvc: '3\u00a0chiffres au dos de votre carte',
  hint_card_cvc_4: '4\u00a0chiffres au recto de votre carte',

  pay: 'Payer {amount}',
  pay_open: 'Payer',
  pay_wait: 'Vous pourrez réessayer dans {wait}',
  retry_ready: 'Vous pouvez réessayer maintenant.',
  busy: 'Paiement en cours…',
  checking: 'Nous vérifions si cette commande est déjà payée…',

  card_number_required: 'Saisissez le numéro de votre carte.',
  card_number_letters: 'Utilisez uniquement des chiffres.',
  card_number_incomplete: 'Le numéro de votre carte est incomplet.',
  card_number_long: 'Ce numéro de carte comporte trop de chiffres.',
  card_number_invalid: 'Vérifiez le numéro de votre carte\u00a0: un chiffre semble incorrect.',
  card_number_unusual: 'Veuillez revérifier ce numéro de carte. S’il correspond à votre carte, continuez.',
  card_number_test: 'C’est un numéro de carte de test. Utilisez une vraie carte pour payer.',
  card_expiry_required: 'Saisissez la date d’expiration.',
  card_expiry_invalid: 'Saisissez le mois et l’année, par exemple {expiry_example}.',
  card_expiry_month: 'Saisissez d’abord le mois (de 01 à 12), puis l’année.',
  card_expiry_past: 'Cette carte a expiré. Vérifiez la date ou utilisez une autre carte.',
  card_expiry_far: 'Vérifiez l’année.',
  card_cvc_required: 'Saisissez le code à 3\u00a0chiffres au dos de votre carte.',
  card_cvc_required_4: 'Saisissez le code à 4\u00a0chiffres au recto de votre carte.',
  card_cvc_invalid: 'Le code de sécurité correspond aux 3\u00a0chiffres au dos de votre carte.',
  card_cvc_invalid_4: 'Le code de sécurité correspond aux 4\u00a0chiffres au recto de votre carte.',
  cardholder_name_required: 'Saisissez le nom qui figure sur votre carte.',
  cardholder_name_invalid: 'Saisissez le nom en lettres, tel qu’il figure sur votre carte.',
  cardholder_name_long: 'Ce nom est trop long. Saisissez-le tel qu’il figure sur votre carte.',

  control_invalid: 'Veuillez vérifier ce champ.',
  control_long: 'Utilisez au maximum 1\u202f000\u00a0caractères.',
  summary_title: 'Veuillez corriger ces informations\u00a0:',

  paid_title: 'Paiement réussi',
  paid_text: 'Vous avez payé {amount}.',
  paid_text_open: 'Cette commande est payée.',
  pending_title: 'Votre paiement est en cours de traitement',
  pending_text:
    'Votre paiement de {amount} est toujours en cours de traitement. Vous n’avez pas besoin de payer à nouveau.',
  pending_text_open: 'Votre paiement est toujours en cours de traitement. Vous n’avez pas besoin de payer à nouveau.',
  unknown_title: 'Nous ne savons pas encore si votre paiement a abouti',
  unknown_checking_title: 'Vérification de votre paiement…',
  unknown_text:
    'Votre carte a peut-être été débitée de {amount}. Avant de payer à nouveau, veuillez demander à la boutique si elle a reçu le paiement.',
  unknown_text_open:
    'Votre carte a peut-être été débitée. Avant de payer à nouveau, veuillez demander à la boutique si elle a reçu le paiement.',
  unknown_checking_text:
    'Votre carte a peut-être été débitée de {amount}. Nous vérifions et afficherons le résultat ici. Veuillez ne pas payer à nouveau.',
  unknown_checking_text_open:
    'Votre carte a peut-être été débitée. Nous vérifions et afficherons le résultat ici. Veuillez ne pas payer à nouveau.',
  unknown_go_on: 'Payer à nouveau malgré tout',
  unknown_warning:
    'Si le premier paiement a abouti, votre carte sera débitée deux fois. Renseignez-vous d’abord auprès de la boutique.',
  unknown_confirm: 'La boutique n’a rien reçu\u00a0: payer à nouveau',
  unknown_back: 'Retour',
  card_ending: '{brand} se terminant par {last_digits}',
  reference: 'Référence\u00a0: {reference}',
  time: 'Date et heure\u00a0: {time}',
  print: 'Imprimer',

  failed_offline: 'Vous êtes hors ligne. Rien n’a été débité. Vérifiez votre connexion et réessayez.',
  failed_declined:
    'Votre carte a été refusée. Rien n’a été débité. Utilisez une autre carte ou contactez votre banque.',
  failed_busy: 'Service momentanément surchargé. Rien n’a été débité. Veuillez réessayer dans un instant.',
  failed_other_window:
    'Cette commande est déjà en cours de paiement dans un autre onglet. Veuillez continuer dans celui-ci.',
  failed_amount_changed:
    'Le prix est maintenant de {amount}. Rien n’a été débité. Vérifiez le nouveau montant, puis payez.',
  failed_refused:
    'Le paiement n’a pas abouti. Rien n’a été débité. Vérifiez les informations de votre carte et réessayez.',
  failed_try_again: 'Une erreur s’est produite. Rien n’a été débité. Veuillez réessayer.',
  failed_page_expired: 'Cette page a expiré. Rien n’a été débité. Rechargez-la.',
  failed_shop: 'Le paiement par carte n’est pas disponible pour le moment. Rien n’a été débité.',

  configuration_title: 'Ce formulaire de paiement n’est pas configuré correctement',
};

export default messages;
