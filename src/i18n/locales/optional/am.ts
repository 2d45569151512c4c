import type { OptionalMessages } from '../../optional-messages.js';

/** Amharic. */
const messages: OptionalMessages = {
  test_card: 'የሙከራ ካርድ ይጠቀሙ',
  test_card_filled: 'ቅጹ በሙከራ ካርድ ተሞልቷል።',
  label_email: 'ኢሜይል',
  label_phone: 'ስልክ ቁጥር',
  label_postal_code: 'የፖስታ ኮድ',
  label_country: 'አገር',
  label_amount: 'የገንዘብ መጠን',
  placeholder_country: 'አገርዎን ይምረጡ',
  email_required: 'የኢሜይል አድራሻዎን ያስገቡ።',
  email_invalid: 'እንደ name@example.com ያለ የኢሜይል አድራሻ ያስገቡ።',
  email_long: 'ይህ የኢሜይል አድራሻ በጣም ረጅም ነው።',
  phone_required: 'ስልክ ቁጥርዎን ያስገቡ።',
  phone_letters: 'አሃዞችን ብቻ ይጠቀሙ።',
  phone_country_code: 'በ+ ምልክት እና በአገር ኮድ ይጀምሩ፣ ለምሳሌ {phone_example}።',
  phone_short: 'ይህ ስልክ ቁጥር በጣም አጭር ነው። የአካባቢ ኮዱን አስገብተዋል?',
  phone_long: 'ይህ ስልክ ቁጥር ከመጠን በላይ አሃዞች አሉት።',
  phone_invalid: 'ስልክ ቁጥርዎን ያረጋግጡ፦ አንድ አሃዝ የተሳሳተ ይመስላል።',
  postal_code_required: 'የፖስታ ኮድዎን ያስገቡ።',
  postal_code_invalid: 'እንደ {postal_code_example} ያለ የፖስታ ኮድ ያስገቡ።',
  postal_code_unlikely: 'የፖስታ ኮዱን ያረጋግጡ፦ ከ2 እስከ 10\u00a0ፊደላት እና አሃዞች አሉት።',
  country_required: 'አገርዎን ይምረጡ።',
  amount_required: 'የገንዘብ መጠን ያስገቡ።',
  amount_invalid: 'መጠኑን በቁጥር ያስገቡ፣ ለምሳሌ {amount_example}።',
  amount_ambiguous: 'የሺህ መለያ ሳይጠቀሙ የገንዘብ መጠኑን ያስገቡ፣ ለምሳሌ {amount_example}።',
  amount_decimals: 'ይህ መጠን ከነጥብ በኋላ በጣም ብዙ አሃዞች አሉት። እንዲህ ያስገቡት፦ {amount_example}።',
  amount_too_small: 'ቢያንስ {min_amount} ያስገቡ።',
  amount_too_large: 'ቢበዛ {max_amount} ያስገቡ።',
};

export default messages;
