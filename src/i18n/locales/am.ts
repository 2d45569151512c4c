import type { CardMessages } from '../messages.js';

/** Amharic. */
const messages: CardMessages = {
  banner: 'የሙከራ ሁኔታ፦ እውነተኛ ገንዘብ አይንቀሳቀስም።',

  form: 'የካርድ ክፍያ',

  label_card_number: 'የካርድ ቁጥር',
  label_card_expiry: 'የሚያበቃበት ቀን',
  label_card_cvc: 'የደህንነት ኮድ (CVV)',
  label_cardholder_name: 'በካርዱ ላይ ያለው ስም',
  placeholder_card_expiry: 'MM / YY',
  hint_card_cvc: 'በካርድዎ ጀርባ ያሉት 3\u00a0አሃዞች',
  hint_card_cvc_4: 'በካርድዎ የፊት ገጽ ያሉት 4\u00a0አሃዞች',

  pay: '{amount} ይክፈሉ',
  pay_open: 'ይክፈሉ',
  pay_wait: 'እንደገና ለመሞከር {wait} ይጠብቁ',
  retry_ready: 'አሁን እንደገና መሞከር ይችላሉ።',
  busy: 'ክፍያው በሂደት ላይ ነው…',
  checking: 'ለዚህ ትዕዛዝ አስቀድሞ ተከፍሎ እንደሆነ እያጣራን ነው…',

  card_number_required: 'የካርድ ቁጥሩን ያስገቡ፦ በካርድዎ ላይ ያለው ረጅሙ ቁጥር።',
  card_number_letters: 'አሃዞችን ብቻ ይጠቀሙ፦ የካርድ ቁጥር ፊደል ወይም ሌላ ምልክት የለውም።',
  card_number_incomplete: 'ይህ የካርድ ቁጥር በጣም አጭር ነው። ሁሉም አሃዞች መኖራቸውን ያረጋግጡ።',
  card_number_long: 'ይህ የካርድ ቁጥር በጣም ረጅም ነው። ከካርድዎ ጋር ያመሳክሩት፤ ሁለት ጊዜ የገባ አሃዝ ሊኖር ይችላል።',
  card_number_invalid: 'በካርድ ቁጥሩ ላይ የአጻጻፍ ስህተት አለ። ከካርድዎ ጋር ያመሳክሩት።',
  card_number_unusual: 'ይህ የካርድ ቁጥር ያልተለመደ ነው። እንደገና ከካርድዎ ጋር ያመሳክሩት፤ ትክክል ከሆነ ይቀጥሉ።',
  card_number_test: 'ይህ ለሙከራ ብቻ የሚያገለግል ቁጥር እንጂ እውነተኛ ካርድ አይደለም። ለመክፈል የራስዎን የካርድ ቁጥር ያስገቡ።',
  card_expiry_required: 'የሚያበቃበትን ቀን ያስገቡ፦ ወር እና ዓመት፣ በካርድዎ ላይ እንዳለው።',
  card_expiry_invalid: 'የሚያበቃበትን ቀን በወር እና በዓመት ያስገቡ፣ ለምሳሌ {expiry_example}።',
  card_expiry_month: 'እንደዚህ ያለ ወር የለም። በካርድዎ ላይ እንዳለው መጀመሪያ ወሩን፣ ከ01 እስከ 12፣ ከዚያ ዓመቱን ያስገቡ።',
  card_expiry_past: 'የዚህ ካርድ የአገልግሎት ጊዜ አብቅቷል። ቀኑን ያረጋግጡ ወይም ሌላ ካርድ ይጠቀሙ።',
  card_expiry_far: 'ያስገቡት ዓመት በጣም ሩቅ ነው። የሚያበቃበትን ቀን ያረጋግጡ።',
  card_cvc_required: 'የደህንነት ኮዱን ያስገቡ፦ በካርድዎ ጀርባ ያሉት 3\u00a0አሃዞች።',
  card_cvc_required_4: 'የደህንነት ኮዱን ያስገቡ፦ በካርድዎ የፊት ገጽ ያሉት 4\u00a0አሃዞች።',
  card_cvc_invalid: 'የደህንነት ኮዱን ያረጋግጡ፦ በካርድዎ ጀርባ ያሉት 3\u00a0አሃዞች።',
  card_cvc_invalid_4: 'የደህንነት ኮዱን ያረጋግጡ፦ በካርድዎ የፊት ገጽ ያሉት 4\u00a0አሃዞች።',
  cardholder_name_required: 'ስሙን በካርድዎ ላይ እንዳለው ያስገቡ።',
  cardholder_name_invalid: 'ስሙን በካርድዎ ላይ እንዳለው በፊደላት ያስገቡ።',
  cardholder_name_long: 'ይህ ስም በጣም ረጅም ነው። በካርድዎ ላይ ያለውን ስም ብቻ ያስገቡ።',

  control_invalid: 'ይህን ያረጋግጡ።',
  control_long: 'ቢበዛ 1000\u00a0ቁምፊዎችን ይጠቀሙ።',
  summary_title: 'እባክዎ ከመክፈልዎ በፊት የሚከተሉትን ያረጋግጡ፦',

  paid_title: 'ክፍያው ተሳክቷል',
  paid_text: '{amount} ከፍለዋል።',
  paid_text_open: 'ለዚህ ትዕዛዝ ተከፍሏል።',
  pending_title: 'ክፍያዎ በሂደት ላይ ነው',
  pending_text: 'ክፍያዎ ({amount}) ገና አልተጠናቀቀም። እንደገና መክፈል አያስፈልግዎትም።',
  pending_text_open: 'ክፍያዎ ገና አልተጠናቀቀም። እንደገና መክፈል አያስፈልግዎትም።',
  unknown_title: 'ክፍያዎን ማረጋገጥ አልቻልንም',
  unknown_checking_title: 'ክፍያዎን እያረጋገጥን ነው…',
  unknown_text: 'ከካርድዎ {amount} ተቀንሶ ሊሆን ይችላል። እባክዎ እንደገና አይክፈሉ፦ ክፍያው ደርሶ እንደሆነ መጀመሪያ መደብሩን ይጠይቁ።',
  unknown_text_open: 'ከካርድዎ ገንዘብ ተቀንሶ ሊሆን ይችላል። እባክዎ እንደገና አይክፈሉ፦ ክፍያው ደርሶ እንደሆነ መጀመሪያ መደብሩን ይጠይቁ።',
  unknown_checking_text: 'ከካርድዎ {amount} ተቀንሶ ሊሆን ይችላል። እባክዎ እንደገና አይክፈሉ፦ ክፍያው ደርሶ እንደሆነ እያጣራን ነው፤ ውጤቱንም እዚህ እናሳይዎታለን።',
  unknown_checking_text_open:
    'ከካርድዎ ገንዘብ ተቀንሶ ሊሆን ይችላል። እባክዎ እንደገና አይክፈሉ፦ ክፍያው ደርሶ እንደሆነ እያጣራን ነው፤ ውጤቱንም እዚህ እናሳይዎታለን።',
  unknown_go_on: 'ቢሆንም እንደገና መክፈል እፈልጋለሁ',
  unknown_warning: 'የመጀመሪያው ክፍያ ደርሶ ከሆነ ሁለት ጊዜ ይከፍላሉ። መጀመሪያ መደብሩን ይጠይቁ።',
  unknown_confirm: 'ክፍያው ለመደብሩ አልደረሰም፦ ቅጹ ይታይ',
  unknown_back: 'እንደገና አልከፍልም',
  card_ending: 'በ{last_digits} የሚያበቃ {brand}',
  reference: 'የማጣቀሻ ቁጥር፦ {reference}',
  time: 'ቀንና ሰዓት፦ {time}',
  print: 'ያትሙ',

  failed_offline: 'የኢንተርኔት ግንኙነት የለም። ምንም ገንዘብ አልተቀነሰም። ግንኙነትዎን ያረጋግጡና እንደገና ይሞክሩ።',
  failed_declined: 'ካርድዎ ተቀባይነት አላገኘም። ምንም ገንዘብ አልተቀነሰም። ሌላ ካርድ ይጠቀሙ ወይም ባንክዎን ይጠይቁ።',
  failed_busy: 'መደብሩ በጣም ተጨናንቋል። ምንም ገንዘብ አልተቀነሰም። ትንሽ ይጠብቁና እንደገና ይሞክሩ።',
  failed_other_window: 'ለዚህ ትዕዛዝ በሌላ መስኮት እየተከፈለ ነው። መጀመሪያ ውጤቱን እዚያ ይመልከቱ።',
  failed_amount_changed: 'ዋጋው አሁን {amount} ነው። ምንም ገንዘብ አልተቀነሰም። አዲሱን መጠን ያረጋግጡና ይክፈሉ።',
  failed_refused: 'ክፍያው ውድቅ ተደርጓል። ምንም ገንዘብ አልተቀነሰም። የካርድዎን መረጃ ያረጋግጡና እንደገና ይሞክሩ።',
  failed_try_again: 'ክፍያውን መፈጸም አልተቻለም። ምንም ገንዘብ አልተቀነሰም። እባክዎ እንደገና ይሞክሩ።',
  failed_page_expired: 'ይህ ገጽ ጊዜው አልፎበታል። ምንም ገንዘብ አልተቀነሰም። ገጹን እንደገና ይጫኑ።',
  failed_shop: 'ይህ መደብር በአሁኑ ጊዜ የካርድ ክፍያ መቀበል አይችልም። ምንም ገንዘብ አልተቀነሰም።',

  configuration_title: 'ይህ የክፍያ ቅጽ በትክክል አልተዋቀረም',
};

export default messages;
