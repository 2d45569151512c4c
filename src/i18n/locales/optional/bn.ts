import type { OptionalMessages } from '../../optional-messages.js';

/** Bengali. */
const messages: OptionalMessages = {
  test_card: 'টেস্ট কার্ড ব্যবহার করুন',
  test_card_filled: 'ফর্মে একটি টেস্ট কার্ডের তথ্য পূরণ করা হয়েছে।',
  label_email: 'ইমেইল',
  label_phone: 'ফোন নম্বর',
  label_postal_code: 'পোস্টাল কোড',
  label_country: 'দেশ',
  label_amount: 'অর্থের পরিমাণ',
  placeholder_country: 'আপনার দেশ বেছে নিন',
  email_required: 'আপনার ইমেইল ঠিকানা লিখুন।',
  email_invalid: 'name@example.com এর মতো একটি ইমেইল ঠিকানা লিখুন।',
  email_long: 'এই ইমেইল ঠিকানাটি খুব লম্বা।',
  phone_required: 'আপনার ফোন নম্বর লিখুন।',
  phone_letters: 'শুধু সংখ্যা লিখুন।',
  phone_country_code: '+ ও দেশের কোড দিয়ে শুরু করুন (যেমন {phone_example})।',
  phone_short: 'এই ফোন নম্বরটি খুব ছোট। এরিয়া কোড দিয়েছেন কি?',
  phone_long: 'এই ফোন নম্বরে অনেক বেশি সংখ্যা আছে।',
  phone_invalid: 'আপনার ফোন নম্বর দেখুন: একটি সংখ্যা ভুল মনে হচ্ছে।',
  postal_code_required: 'আপনার পোস্টাল কোড লিখুন।',
  postal_code_invalid: 'পোস্টাল কোড লিখুন (যেমন {postal_code_example})।',
  postal_code_unlikely: 'পোস্টাল কোড ঠিক আছে কি না দেখুন: এতে ২ থেকে ১০টি অক্ষর বা সংখ্যা থাকে।',
  country_required: 'আপনার দেশ বেছে নিন।',
  amount_required: 'পরিমাণ লিখুন।',
  amount_invalid: 'পরিমাণটি সংখ্যায় লিখুন (যেমন {amount_example})।',
  amount_ambiguous: 'হাজারের চিহ্ন ছাড়া পরিমাণটি লিখুন (যেমন {amount_example})।',
  amount_decimals: 'পরিমাণটিতে দশমিকের পরে খুব বেশি সংখ্যা আছে। এভাবে লিখুন: {amount_example}',
  amount_too_small: 'কমপক্ষে {min_amount} লিখুন।',
  amount_too_large: 'সর্বোচ্চ {max_amount} লিখুন।',
};

export default messages;
