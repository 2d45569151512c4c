/**
 * Every country of ISO 3166-1, and `XK` (Kosovo), with its calling code (ITU-T E.164), by trunk prefix: the start of a
 * national number that the international one lacks, as a regular expression.
 * `0` also covers countries without a trunk prefix whose numbers never start with 0. Where numbers can start with the
 * trunk digit, the expression checks the length. Codes without a country are Ascension (247) and global networks.
 */
const CALLING_CODES: readonly (readonly [trunkPrefix: string, codes: string])[] = [
  [
    '0',
    'AD376 AE971 AF93 AL355 AM374 AO244 AQ672 AR54 AT43 AU61 AW297 AX358 AZ994 BA387 BD880 BE32 BG359 BH973 BI257 ' +
      'BL590 BN673 BO591 BQ599 BR55 BT975 BV47 BW267 BZ501 CC61 CD243 CF236 CH41 CK682 CL56 CM237 CN86 CR506 ' +
      'CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 ' +
      'FK500 FM691 FO298 FR33 GB44 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GS500 GT502 ' +
      'GW245 GY592 HK852 HM672 HN504 HR385 HT509 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 JE44 JO962 JP81 ' +
      'KE254 KG996 KH855 KI686 KM269 KP850 KR82 KW965 LA856 LB961 LI423 LK94 LR231 LS266 LU352 LV371 LY218 MA212 ' +
      'MC377 MD373 ME382 MF590 MG261 MK389 ML223 MM95 MN976 MO853 MQ596 MR222 MT356 MU230 MV960 MW265 MX52 ' +
      'MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 ' +
      'PG675 PH63 PK92 PL48 PM508 PN64 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RW250 SA966 SB677 SC248 ' +
      'SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SN221 SO252 SR597 SS211 ST239 SV503 SY963 SZ268 TD235 TF262 ' +
      'TG228 TH66 TK690 TL670 TN216 TO676 TR90 TV688 TW886 TZ255 UA380 UG256 UY598 UZ998 VE58 VN84 VU678 WF681 ' +
      'WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263 ' +
      '247 870 881 882 883',
  ],
  ['', 'BF226 BJ229 CG242 CI225 IT39 SM378 TJ992 VA39'], // a leading zero is part of the number
  [
    '[01](?=\\d{10}$)', // the North American Numbering Plan
    'AG1 AI1 AS1 BB1 BM1 BS1 CA1 DM1 DO1 GD1 GU1 JM1 KN1 KY1 LC1 MP1 MS1 PR1 SX1 TC1 TT1 UM1 US1 VC1 VG1 VI1',
  ],
  ['[078](?=\\d{10}$)', 'KZ7 RU7'], // 7 is the calling code, often typed without the plus
  ['[08](?=\\d{8}$)', 'GA241 LT370 TM993'], // 8 in Lithuania until 2024
  ['(?:80?|0)(?=\\d{9}$)', 'BY375'],
  ['06(?=\\d{8,9}$)|0', 'HU36'],
  ['0\\d{0,3}(?=\\d{10}$)|0', 'CO57'], // with the code of a carrier, such as 03
  ['[01](?=\\d{7}$)', 'MH692'],
];

/**
 * Formats of postal codes (Universal Postal Union): `0` is a digit, `a` a letter, `*` either, anything else is literal.
 * The first match counts, and the first format of a country makes its example. Formats that start with a letter come
 * first, since a letter before digits is otherwise read as a country prefix. Countries without codes, or where people do
 * not know theirs, are missing: any text is valid.
 */
const POSTAL_CODES: readonly (readonly [pattern: string, countries: string])[] = [
  ['000', 'FO IS TW'],
  ['a0000aaa', 'AR'],
  ['a0000', 'AR'],
  ['0000 aa', 'NL'],
  ['0000-000', 'PT'],
  [
    '00000',
    'AS AX BA BL CR CU DE DO DZ EE EG EH ES FI FM FR GF GP GT GU HR ID IL IT KR LK LT MA MC ME MF MH MN MP MQ MU MX ' +
      'MY NC NP PF PK PM PR PW RE RS SM TH TR TW UA UM US UY VA VI VN WF XK YT',
  ],
  ['0000', 'AL AM AR AT AU AZ BD BE BG CC CH CR CX CY DK GE GL HM HU LI LU MD MK NF NO NZ PH SI SJ TN ZA'],
  ['00000-0000', 'AS FM GU MH MP PR PW UM US VI'],
  ['00000-000', 'BR'],
  ['00000-00000', 'IR'],
  ['000000', 'AM BY CN IN KG KZ MN RO RS RU SG TJ TM TW UZ VN'],
  ['0000000', 'EG IL'],
  ['000 00', 'CZ GR SE SK'],
  ['000-000', 'KR'],
  ['000-0000', 'JP'],
  ['00-000', 'PL'],
  ['a0000', 'MU'],
  ['AD000', 'AD'],
  ['BB00000', 'BB'],
  ['KY0-0000', 'KY'],
  ['LV-0000', 'LV'],
  ['VG0000', 'VG'],
  ['a00a0a0', 'KZ'],
  ['a0a 0a0', 'CA'],
  ['a0* ****', 'IE'],
  ['aa0* 0aa', 'GB GG GI IM JE'],
  ['aa0 0aa', 'GB GG IM JE'],
  ['a0* 0aa', 'GB'],
  ['a0 0aa', 'GB'],
  ['aa **', 'BM'],
  ['aa0000', 'BN'],
  ['aaa 0000', 'MT'],
  ['aaa 00', 'MT'],
  ['GIR 0AA', 'GB'],
  ['BFPO 0', 'GB'],
  ['BFPO 00', 'GB'],
  ['BFPO 000', 'GB'],
  ['BFPO 0000', 'GB'],
  ['000aa000', 'MU'],
  ['000-0000', 'CR'],
  ['aaaa 0aa', 'FK GS IO PN SH TC'],
];

export interface NumberStart {
  /** Digits such as `49`. */
  readonly callingCode: string;
  /** A regular expression, which may be empty. */
  readonly trunkPrefix: string;
}

/** Codes of ISO 3166-1, and `XK`. */
export const COUNTRIES: readonly string[] = /* @__PURE__ */ listCountries();

export function isCountry(code: string): boolean {
  return COUNTRIES.includes(code);
}

export function numberStart(country: string): NumberStart | undefined {
  return isCountry(country) ? findStart(`${country}(\\d+)`) : undefined;
}

export function numberStartOf(digits: string): NumberStart | undefined {
  if (!/^\d+$/.test(digits)) return undefined;
  const starts = [1, 2, 3].map((length) => digits.slice(0, length)); // no calling code is a prefix of another
  return findStart(`[A-Z ](${starts.join('|')})\\b`);
}

/** Returns no pattern if any text is valid. */
export function postalPatterns(country: string): readonly string[] {
  if (!isCountry(country)) return [];
  return POSTAL_CODES.filter(([, countries]) => countries.includes(country)).map(([pattern]) => pattern);
}

function listCountries(): string[] {
  return CALLING_CODES.flatMap(([, codes]) => codes.match(/[A-Z]{2}/g) ?? []);
}

function findStart(token: string): NumberStart | undefined {
  for (const [trunkPrefix, codes] of CALLING_CODES) {
    const callingCode = new RegExp(token).exec(codes)?.[1];
    if (callingCode !== undefined) return { callingCode, trunkPrefix };
  }
  return undefined;
}
