import { payableIbans } from '#app/reading/fields/read_iban'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Segment } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'

const reachHeights = 1.6
const lettersMin = 8
/** Titles that a letterhead has and an account has not. */
const titles = /\b(dr|dra|dipl|ing|mag|prof|don|dona|mr|mrs|ms)\b\.?/g

const holderLabel =
  /^(account (holder|name)|kontoinhaber(in)?|titular( de la cuenta)?|beneficiar(y|io)|titulaire( du compte)?|intestatario( conto)?|rekeninghouder|t\.?n\.?v\.?|ten name van|zahlungsempfanger|payee)\b/

const lettersOf = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '')

const known = new WeakMap<ReadingMaterial, Segment[]>()

/** The segments beside, just over and just under the accounts to pay into. */
function segmentsAtAccounts(material: ReadingMaterial): Segment[] {
  const found = known.get(material) ?? findSegments(material)
  known.set(material, found)
  return found
}

function findSegments(material: ReadingMaterial): Segment[] {
  const payable = payableIbans(material)
  const reach = reachHeights * material.layout.textHeight
  const beside = payable.flatMap((iban) =>
    material.layout.lines
      .filter((line) => line.page === iban.page && line.y1 > iban.y0 - reach && line.y0 < iban.y1 + reach)
      .flatMap((line) => line.segments)
  )
  // Without a charge to the customer, whoever is said to hold an account is who is paid.
  const named = material.layout.lines
    .flatMap((line) => line.segments)
    .filter((segment) => holderLabel.test(fold(segment.text)))
  return payable.length === material.ibans.length ? [...beside, ...named] : beside
}

/** Whether a segment stands at an account to pay into. */
export function isAtAccount(segment: Segment, material: ReadingMaterial): boolean {
  return segmentsAtAccounts(material).includes(segment)
}

/**
 * "… en la cuenta ES57 0182 …, titular Narcís Puig Roca": who is paid bills. Whether a name that stands elsewhere is
 * printed again at the account.
 */
export function holdsAccount(name: string, own: Segment, material: ReadingMaterial): boolean {
  const letters = lettersOf(fold(name).replace(titles, ''))
  if (letters.length < lettersMin) return false
  const segments = segmentsAtAccounts(material)
  return !segments.includes(own) && segments.some((segment) => lettersOf(segment.text).includes(letters))
}
