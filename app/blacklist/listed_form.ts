import { ibanFromCcc, normalizeIban } from '#app/kernel/identifiers/iban'

/** Letters of other alphabets that look like ours: an account written with them is the account that it looks like. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  І: 'I',
  Ѕ: 'S',
  Ј: 'J',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}

/**
 * An account as the list knows it (area 27): no spaces, hyphens or dots, upper case, plain ASCII, the twenty digits of a
 * Spanish CCC as its IBAN. What is no account at all stays recognisable.
 */
export function listedForm(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/./gu, (sign) => LOOKALIKES[sign] ?? sign)
    .replaceAll(/[/_,]/g, '')
  const iban = normalizeIban(plain)
  return /^\d{20}$/.test(iban) ? (ibanFromCcc(iban) ?? iban) : iban
}
