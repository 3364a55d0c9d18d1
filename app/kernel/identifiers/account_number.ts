import { maskIban, normalizeIban } from '#app/kernel/identifiers/iban'
import type { Labels } from '#app/kernel/text/labels'

/** How an account is numbered: by an IBAN, or as its country does it where there are none. */
export type AccountKind = 'iban' | 'us_ach' | 'uk_sort' | 'swift_other'
export type ForeignKind = Exclude<AccountKind, 'iban'>

export const ACCOUNT_KINDS = {
  iban: 'IBAN',
  us_ach: 'Estados Unidos (código ABA y cuenta)',
  uk_sort: 'Reino Unido (sort code y cuenta)',
  swift_other: 'Otro país (BIC y cuenta)',
} as const satisfies Labels<AccountKind>

/** What tells the bank of an account beside its number, by kind; null where its BIC does. */
export const ROUTING_LABELS: Readonly<Record<ForeignKind, string | null>> = {
  us_ach: 'Código ABA',
  uk_sort: 'Sort code',
  swift_other: null,
}

/** What an account is known by: an IBAN or a number, never both. */
export type AccountNumbers = { iban: string | null; accountNumber: string | null }

/** Upper case without the spaces, dots and hyphens people put in. */
export const normalizeNumber = (text: string): string => text.replaceAll(/[\s.\-‐-―]/g, '').toUpperCase()

const NUMBERS: Readonly<Record<ForeignKind, { shape: RegExp; problem: string }>> = {
  us_ach: { shape: /^\d{4,17}$/, problem: 'El número de cuenta debe tener entre 4 y 17 cifras.' },
  uk_sort: { shape: /^\d{8}$/, problem: 'El número de cuenta debe tener 8 cifras.' },
  swift_other: {
    shape: /^[A-Z0-9]{4,34}$/,
    problem: 'El número de cuenta debe tener entre 4 y 34 letras o cifras.',
  },
}

/** What to tell who typed the number of an account, or null when it has the shape of its kind. */
export function numberProblem(kind: ForeignKind, text: string): string | null {
  const { shape, problem } = NUMBERS[kind]
  return shape.test(normalizeNumber(text)) ? null : problem
}

/** What to tell who typed the code of its bank, or null when it is right; a kind without one has none to be wrong. */
export function routingProblem(kind: ForeignKind, text: string): string | null {
  const code = normalizeNumber(text)
  if (kind === 'us_ach')
    return isAbaRouting(code) ? null : 'El código ABA no es válido: son 9 cifras y la última las comprueba.'
  if (kind === 'uk_sort') return /^\d{6}$/.test(code) ? null : 'El sort code debe tener 6 cifras.'
  return null
}

const ABA_WEIGHTS = [3, 7, 1]

/** Whether it is a routing number of the American Bankers Association: a known first pair and its check digit. */
export function isAbaRouting(code: string): boolean {
  if (!/^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(code)) return false
  const weighted = [...code].map((digit, at) => Number(digit) * (ABA_WEIGHTS[at % 3] ?? 0))
  return weighted.reduce((total, worth) => total + worth, 0) % 10 === 0
}

/** An account for who may not see it whole: an IBAN as everywhere, of a number its end. */
export function maskAccount({ iban, accountNumber }: AccountNumbers): string {
  return iban === null ? `**** ${endOfNumber(accountNumber ?? '')}` : maskIban(iban)
}

/** The end of an account as lists show it. */
export function endOfAccount({ iban, accountNumber }: AccountNumbers): string {
  return `•••• ${iban === null ? endOfNumber(accountNumber ?? '') : normalizeIban(iban).slice(-4)}`
}

/** The last four, never more than half of a short one. */
const endOfNumber = (number: string): string =>
  number.slice(Math.ceil(number.length - Math.min(4, number.length / 2)))
