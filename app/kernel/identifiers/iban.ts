import { spanishBankName } from '#app/kernel/identifiers/spanish_banks'

/**
 * Length of an IBAN by country: SEPA and the other countries of the ISO 13616 register that our payments reach.
 * A country that is not here is refused, as no bank could be told where to send the money.
 */
const lengthsText =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
  'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
  'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
  'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'

const lengths: ReadonlyMap<string, number> = new Map(
  lengthsText.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))])
)

const sepaCountries: ReadonlySet<string> = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE ' +
    'SI SK SM VA'
  ).split(' ')
)

const eeaCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')
)

/** Upper case without the spaces, dots and hyphens people put in, nor the word IBAN before it. */
export function normalizeIban(text: string): string {
  if (/^[A-Z]{2}\d[A-Z0-9]*$/.test(text)) return text
  return text
    .replaceAll(/[\s.\-\u00a0\u2007\u202f\u200b\u2010-\u2015]/g, '')
    .toUpperCase()
    .replace(/^IBAN:?/, '')
}

/**
 * Whether it is an IBAN of ISO 13616: known country, its length, remainder 1 by 97 and, for Spain, the two control
 * digits of the account too. Spaces and small letters are allowed.
 */
export function isValidIban(text: string): boolean {
  const iban = normalizeIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return false
  if (lengths.get(iban.slice(0, 2)) !== iban.length) return false
  const check = Number(iban.slice(2, 4))
  if (check < 2 || check > 98 || mod97(iban.slice(4) + iban.slice(0, 4)) !== 1) return false
  return !iban.startsWith('ES') || hasSpanishControlDigits(iban)
}

/** What to tell who typed it, in Spanish, or null when it is valid. */
export function ibanProblem(text: string): string | null {
  return isValidIban(text) ? null : 'El IBAN no es válido.'
}

/** In groups of four: "ES91 2100 0418 4502 0005 1332". */
export function formatIban(text: string): string {
  return normalizeIban(text).replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** Country, check digits and last four only, for roles that may not see it whole: "ES91 **** **** **** **** 1332". */
export function maskIban(text: string): string {
  const iban = normalizeIban(text)
  if (iban.length <= 8) return '*'.repeat(iban.length)
  return formatIban(iban.slice(0, 4) + '*'.repeat(iban.length - 8) + iban.slice(-4))
}

/** The last four characters. */
export function lastFour(text: string): string {
  return normalizeIban(text).slice(-4)
}

/** ISO 3166-1 country of the account (its first two letters). */
export function ibanCountry(text: string): string {
  return normalizeIban(text).slice(0, 2)
}

/** Whether the country of the account belongs to SEPA, where a transfer needs no BIC. */
export function isSepaIban(text: string): boolean {
  return isSepaCountry(ibanCountry(text))
}

/** Whether the bank of the account is in the European Economic Area: outside it a transfer must say where the payer lives. */
export const isEeaIban = (text: string): boolean => eeaCountries.has(ibanCountry(text))

/** Whether every account of a country has an IBAN that a SEPA transfer reaches. */
export const isSepaCountry = (country: string): boolean => sepaCountries.has(country)

/**
 * The IBAN of a Spanish account: of the twenty digits of the CCC, or of the eighteen of a Norma 43 header, which has
 * no control digits. Null when it is neither or when control digits are given and wrong.
 */
export function ibanFromCcc(text: string): string | null {
  const digits = normalizeIban(text)
  if (!/^(\d{18}|\d{20})$/.test(digits)) return null
  const bank = digits.slice(0, 8)
  const account = digits.slice(-10)
  const bban = bank + spanishControlDigits(bank, account) + account
  if (digits.length === 20 && digits !== bban) return null
  return `ES${checkDigits('ES', bban)}${bban}`
}

/** The bank's code of a Spanish IBAN (positions 5 to 8), or null for another country. */
export function spanishBankCode(text: string): string | null {
  const iban = normalizeIban(text)
  return /^ES\d{2}\d{4}/.test(iban) ? iban.slice(4, 8) : null
}

/** The name of the bank of a Spanish IBAN, its code when the name is unknown, null for another country. */
export function ibanBankName(text: string): string | null {
  const code = spanishBankCode(text)
  return code === null ? null : (spanishBankName(code) ?? code)
}

/** The two check digits of an IBAN over its BBAN and country. */
export function checkDigits(country: string, bban: string): string {
  return String(98 - mod97(`${bban}${country}00`)).padStart(2, '0')
}

/** Remainder by 97 of a text of digits and capitals, A = 10 to Z = 35 (ISO 7064 MOD 97-10); NaN with other characters. */
export function mod97(text: string): number {
  let remainder = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) remainder = (remainder * 10 + code - 48) % 97
    else if (code >= 65 && code <= 90) remainder = (remainder * 100 + code - 55) % 97
    else return Number.NaN
  }
  return remainder
}

function hasSpanishControlDigits(iban: string): boolean {
  return (
    /^ES\d{22}$/.test(iban) && spanishControlDigits(iban.slice(4, 12), iban.slice(14)) === iban.slice(12, 14)
  )
}

function spanishControlDigits(bankAndBranch: string, account: string): string {
  return controlDigit(`00${bankAndBranch}`) + controlDigit(account)
}

const controlWeights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]

/** Control digit of the CCC: 11 minus the weighted sum modulo 11, 10 written 1 and 11 written 0. */
function controlDigit(tenDigits: string): string {
  const sum = controlWeights.reduce((total, weight, at) => total + weight * Number(tenDigits.charAt(at)), 0)
  const digit = 11 - (sum % 11)
  if (digit === 11) return '0'
  return digit === 10 ? '1' : String(digit)
}
