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
  email_invalid: 'กรุณากรอกอีเมลในรูปแบบนี้: name@example.com',
  email_long: 'อีเมลนี้ยาวเกินไป กรุณาตรวจสอบอีกครั้ง',
  phone_required: 'กรุณากรอกหมายเลขโทรศัพท์ของคุณ',
  phone_letters: 'กรุณากรอกเฉพาะตัวเลข หมายเลขโทรศัพท์ไม่มีตัวอักษร',
  phone_country_code: 'กรุณาเริ่มด้วย + และรหัสประเทศ เช่น {phone_example}',
  phone_short: 'หมายเลขโทรศัพท์สั้นเกินไป กรุณาตรวจสอบว่ากรอกครบทุกหลัก รวมถึงรหัสพื้นที่',
  phone_long: 'หมายเลขโทรศัพท์ยาวเกินไป กรุณาตรวจสอบว่ามีตัวเลขที่กรอกซ้ำหรือไม่',
  phone_invalid: 'มีการพิมพ์ผิดในหมายเลขโทรศัพท์ กรุณาตรวจสอบอีกครั้ง',
  postal_code_required: 'กรุณากรอกรหัสไปรษณีย์ของคุณ',
  postal_code_invalid: 'กรุณาตรวจสอบรหัสไปรษณีย์ ตัวอย่างในประเทศของคุณ: {postal_code_example}',
  postal_code_unlikely: 'กรุณาตรวจสอบรหัสไปรษณีย์ ซึ่งมีตัวอักษรหรือตัวเลข 2 ถึง 10\u00a0ตัว',
  country_required: 'กรุณาเลือกประเทศของคุณ',
  amount_required: 'กรุณากรอกจำนวนเงินที่ต้องการชำระ',
  amount_invalid: 'กรุณากรอกจำนวนเงินเป็นตัวเลข เช่น {amount_example}',
  amount_ambiguous: 'จำนวนนี้อ่านได้สองแบบ กรุณากรอกแบบ {amount_example} โดยไม่ใส่เครื่องหมายคั่นหลักพัน',
  amount_decimals: 'จำนวนเงินมีทศนิยมหลายตำแหน่งเกินไป กรุณากรอกแบบ {amount_example}',
  amount_too_small: 'กรุณากรอกอย่างน้อย {min_amount}',
  amount_too_large: 'กรุณากรอกไม่เกิน {max_amount}',
};

export default messages;
