import type { OptionalMessages } from '../../optional-messages.js';

/** Thai. */
const messages: OptionalMessages = {
  test_card: 'ใช้บัตรทดสอบ',
  test_card_filled: 'กรอกข้อมูลบัตรทดสอบลงในแบบฟอร์มแล้ว',
  label_email: 'อีเมล',
  label_phone: 'หมายเลขโทรศัพท์',
  label_postal_code: 'รหัสไปรษณีย์',
  label_country: 'ประเทศ',
  label_amount: 'จำนวนเงิน',
  placeholder_country: 'เลือกประเทศของคุณ',
  email_required: 'กรุณากรอกอีเมลของคุณ',
  email_invalid: 'กรุณากรอกอีเมล เช่น name@example.com',
  email_long: 'อีเมลนี้ยาวเกินไป',
  phone_required: 'กรุณากรอกหมายเลขโทรศัพท์ของคุณ',
  phone_letters: 'กรุณากรอกเฉพาะตัวเลข',
  phone_country_code: 'กรุณาเริ่มด้วย + และรหัสประเทศ เช่น {phone_example}',
  phone_short: 'หมายเลขโทรศัพท์นี้สั้นเกินไป คุณใส่รหัสพื้นที่แล้วหรือยัง',
  phone_long: 'หมายเลขโทรศัพท์นี้มีตัวเลขเกิน',
  phone_invalid: 'กรุณาตรวจสอบหมายเลขโทรศัพท์ ดูเหมือนว่ามีตัวเลขผิด',
  postal_code_required: 'กรุณากรอกรหัสไปรษณีย์ของคุณ',
  postal_code_invalid: 'กรุณากรอกรหัสไปรษณีย์ เช่น {postal_code_example}',
  postal_code_unlikely: 'กรุณาตรวจสอบรหัสไปรษณีย์ ซึ่งมีตัวอักษรหรือตัวเลข 2 ถึง 10\u00a0ตัว',
  country_required: 'กรุณาเลือกประเทศของคุณ',
  amount_required: 'กรุณากรอกจำนวนเงิน',
  amount_invalid: 'กรุณากรอกจำนวนเงินเป็นตัวเลข เช่น {amount_example}',
  amount_ambiguous: 'กรุณากรอกจำนวนเงินโดยไม่ใส่เครื่องหมายคั่นหลักพัน เช่น {amount_example}',
  amount_decimals: 'จำนวนเงินมีทศนิยมหลายตำแหน่งเกินไป กรุณากรอกแบบ {amount_example}',
  amount_too_small: 'กรุณากรอกอย่างน้อย {min_amount}',
  amount_too_large: 'กรุณากรอกไม่เกิน {max_amount}',
};

export default messages;
