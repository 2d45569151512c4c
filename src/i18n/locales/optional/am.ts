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
  email_invalid: 'የኢሜይል አድራሻዎን እንዲህ ያስገቡ፦ name@example.com።',
  email_long: 'ይህ የኢሜይል አድራሻ በጣም ረጅም ነው። ያረጋግጡት።',
  phone_required: 'ስልክ ቁጥርዎን ያስገቡ።',
  phone_letters: 'አሃዞችን ብቻ ይጠቀሙ፦ ስልክ ቁጥር ፊደል የለውም።',
  phone_country_code: 'በ+ ምልክት እና በአገር ኮድ ይጀምሩ፣ ለምሳሌ {phone_example}።',
  phone_short: 'ይህ ስልክ ቁጥር በጣም አጭር ነው። የአካባቢ ኮዱን ጨምሮ ሁሉም አሃዞች መኖራቸውን ያረጋግጡ።',
  phone_long: 'ይህ ስልክ ቁጥር በጣም ረጅም ነው። ሁለት ጊዜ የገባ አሃዝ አለመኖሩን ያረጋግጡ።',
  phone_invalid: 'በስልክ ቁጥሩ ላይ የአጻጻፍ ስህተት አለ። ያረጋግጡት።',
  postal_code_required: 'የፖስታ ኮድዎን ያስገቡ።',
  postal_code_invalid: 'የፖስታ ኮዱን ያረጋግጡ። በአገርዎ ይህን ይመስላል፦ {postal_code_example}።',
  postal_code_unlikely: 'የፖስታ ኮዱን ያረጋግጡ፦ ከ2 እስከ 10\u00a0ፊደላት እና አሃዞች አሉት።',
  country_required: 'አገርዎን ይምረጡ።',
  amount_required: 'ሊከፍሉ የሚፈልጉትን የገንዘብ መጠን ያስገቡ።',
  amount_invalid: 'መጠኑን በቁጥር ያስገቡ፣ ለምሳሌ {amount_example}።',
  amount_ambiguous: 'ይህ መጠን በሁለት መንገድ ሊነበብ ይችላል። የሺህ መለያ ሳይጠቀሙ እንዲህ ያስገቡት፦ {amount_example}።',
  amount_decimals: 'ይህ መጠን ከነጥብ በኋላ በጣም ብዙ አሃዞች አሉት። እንዲህ ያስገቡት፦ {amount_example}።',
  amount_too_small: 'ቢያንስ {min_amount} ያስገቡ።',
  amount_too_large: 'ቢበዛ {max_amount} ያስገቡ።',
};

export default messages;
