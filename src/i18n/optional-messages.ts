/** English for the fields beyond the card and the test-card button, which are not in every form. */
export const EXTRA_ENGLISH = {
  test_card: 'Use a test card',
  test_card_filled: 'The form is filled in with a test card.',
  label_email: 'Email',
  label_phone: 'Phone number',
  label_postal_code: 'Postal code',
  label_country: 'Country',
  label_amount: 'Amount',
  placeholder_country: 'Choose your country',
  email_required: 'Enter your email address.',
  email_invalid: 'Enter your email address like this: name@example.com.',
  email_long: 'This email address is too long. Check it.',
  phone_required: 'Enter your phone number.',
  phone_letters: 'Use digits only: a phone number has no letters.',
  phone_country_code: 'Start with + and the country code, for example {phone_example}.',
  phone_short: 'This phone number is too short. Check that every digit is there, and the area code.',
  phone_long: 'This phone number is too long. Check it for digits that are there twice.',
  phone_invalid: 'There is a typing error in the phone number. Check it.',
  postal_code_required: 'Enter your postal code.',
  postal_code_invalid: 'Check the postal code. In your country it looks like {postal_code_example}.',
  postal_code_unlikely: 'Check the postal code: it has 2 to 10 letters and digits.',
  country_required: 'Choose your country.',
  amount_required: 'Enter the amount that you want to pay.',
  amount_invalid: 'Enter the amount as a number, for example {amount_example}.',
  amount_ambiguous: 'This can be read in two ways. Enter the amount like {amount_example}, with no mark for thousands.',
  amount_decimals: 'This amount has too many decimals. Enter it like {amount_example}.',
  amount_too_small: 'Enter at least {min_amount}.',
  amount_too_large: 'Enter at most {max_amount}.',
} as const;

/** The same texts of a language, by key. */
export type ExtraMessages = Record<keyof typeof EXTRA_ENGLISH, string>;
