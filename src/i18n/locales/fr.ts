import type { CardMessages } from '../messages.js';

/** French. */
const messages: CardMessages = {
  banner: 'Mode test\u00a0: aucun argent réel ne sera transféré.',

  form: 'Paiement par carte',

  label_card_number: 'Numéro de carte',
  label_card_expiry: 'Date d’expiration',
  label_card_cvc: 'Code de sécurité',
  label_cardholder_name: 'Nom sur la carte',
  placeholder_card_expiry: 'MM / AA',
  hint_card_cvc: '3\u00a0chiffres au dos de votre carte',
  hint_card_cvc_4: '4\u00a0chiffres au recto de votre carte',

  pay: 'Payer {amount}',
  pay_open: 'Payer',
  pay_wait: 'Réessayez dans {wait}',
  retry_ready: 'Vous pouvez réessayer maintenant.',
  busy: 'Paiement en cours…',
  checking: 'Nous vérifions si cette commande est déjà payée…',

  card_number_required: 'Saisissez le numéro de carte\u00a0: le long numéro sur votre carte.',
  card_number_letters: 'N’utilisez que des chiffres\u00a0: un numéro de carte n’a ni lettre ni autre signe.',
  card_number_incomplete: 'Ce numéro de carte est trop court. Vérifiez qu’il ne manque aucun chiffre.',
  card_number_long:
    'Ce numéro de carte est trop long. Comparez-le à votre carte\u00a0: des chiffres sont peut-être en double.',
  card_number_invalid: 'Il y a une faute de frappe dans le numéro de carte. Comparez-le à votre carte.',
  card_number_unusual:
    'Ce numéro de carte est inhabituel. Comparez-le encore une fois à votre carte\u00a0; s’il est exact, continuez.',
  card_number_test:
    'C’est un numéro de test, pas une vraie carte. Pour payer, saisissez le numéro de votre propre carte.',
  card_expiry_required: 'Saisissez la date d’expiration\u00a0: mois et année, comme sur votre carte.',
  card_expiry_invalid: 'Saisissez le mois et l’année d’expiration, par exemple {expiry_example}.',
  card_expiry_month:
    'Ce mois n’existe pas. Saisissez d’abord le mois, de 01 à 12, puis l’année, comme sur votre carte.',
  card_expiry_past: 'Cette carte a expiré. Vérifiez la date ou utilisez une autre carte.',
  card_expiry_far: 'L’année indiquée est trop lointaine. Vérifiez la date d’expiration.',
  card_cvc_required: 'Saisissez le code de sécurité (CVV)\u00a0: 3\u00a0chiffres au dos de votre carte.',
  card_cvc_required_4: 'Saisissez le code de sécurité (CVV)\u00a0: 4\u00a0chiffres au recto de votre carte.',
  card_cvc_invalid: 'Vérifiez le code de sécurité (CVV)\u00a0: 3\u00a0chiffres au dos de votre carte.',
  card_cvc_invalid_4: 'Vérifiez le code de sécurité (CVV)\u00a0: 4\u00a0chiffres au recto de votre carte.',
  cardholder_name_required: 'Saisissez le nom tel qu’il figure sur votre carte.',
  cardholder_name_invalid: 'Saisissez le nom tel qu’il figure sur votre carte, en lettres.',
  cardholder_name_long: 'Ce nom est trop long. Saisissez uniquement le nom qui figure sur votre carte.',

  control_invalid: 'Vérifiez ce champ.',
  control_long: 'Utilisez au maximum 1\u202f000\u00a0caractères.',
  summary_title: 'Avant de payer, veuillez vérifier les points suivants\u00a0:',

  paid_title: 'Paiement réussi',
  paid_text: 'Vous avez payé {amount}.',
  paid_text_open: 'Cette commande est payée.',
  pending_title: 'Votre paiement est en cours de traitement',
  pending_text: 'Votre paiement de {amount} n’est pas encore terminé. Vous n’avez pas besoin de payer à nouveau.',
  pending_text_open: 'Votre paiement n’est pas encore terminé. Vous n’avez pas besoin de payer à nouveau.',
  unknown_title: 'Nous n’avons pas pu confirmer votre paiement',
  unknown_checking_title: 'Vérification de votre paiement…',
  unknown_text:
    'Votre carte a peut-être été débitée de {amount}. Veuillez ne pas payer à nouveau\u00a0: demandez d’abord à la boutique si elle a bien reçu le paiement.',
  unknown_text_open:
    'Votre carte a peut-être été débitée. Veuillez ne pas payer à nouveau\u00a0: demandez d’abord à la boutique si elle a bien reçu le paiement.',
  unknown_checking_text:
    'Votre carte a peut-être été débitée de {amount}. Veuillez ne pas payer à nouveau\u00a0: nous vérifions si la boutique a bien reçu le paiement et afficherons le résultat ici.',
  unknown_checking_text_open:
    'Votre carte a peut-être été débitée. Veuillez ne pas payer à nouveau\u00a0: nous vérifions si la boutique a bien reçu le paiement et afficherons le résultat ici.',
  unknown_go_on: 'Payer à nouveau malgré tout',
  unknown_warning:
    'Si la boutique a bien reçu le premier paiement, vous paierez deux fois. Renseignez-vous d’abord auprès de la boutique.',
  unknown_confirm: 'La boutique n’a pas reçu le paiement\u00a0: afficher le formulaire',
  unknown_back: 'Ne pas payer à nouveau',
  card_ending: '{brand} se terminant par {last_digits}',
  reference: 'Référence\u00a0: {reference}',
  time: 'Date et heure\u00a0: {time}',
  print: 'Imprimer',

  failed_offline: 'Vous êtes hors ligne. Rien n’a été débité. Vérifiez votre connexion et réessayez.',
  failed_declined:
    'Votre carte a été refusée. Rien n’a été débité. Utilisez une autre carte ou contactez votre banque.',
  failed_busy: 'La boutique est très sollicitée. Rien n’a été débité. Patientez un instant et réessayez.',
  failed_other_window:
    'Cette commande est en cours de paiement dans une autre fenêtre. Consultez d’abord l’autre fenêtre.',
  failed_amount_changed:
    'Le prix est maintenant de {amount}. Rien n’a été débité. Vérifiez le nouveau montant, puis payez.',
  failed_refused:
    'Le paiement a été refusé. Rien n’a été débité. Vérifiez les informations de votre carte et réessayez.',
  failed_try_again: 'Le paiement n’a pas pu être effectué. Rien n’a été débité. Veuillez réessayer.',
  failed_page_expired: 'Cette page a expiré. Rien n’a été débité. Rechargez-la.',
  failed_shop: 'Cette boutique ne peut pas accepter de paiement par carte pour le moment. Rien n’a été débité.',

  configuration_title: 'Ce formulaire de paiement n’est pas configuré correctement',
};

export default messages;
