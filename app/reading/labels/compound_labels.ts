import type { LabelKind } from '#app/reading/labels/label_kinds'

const invoiceEnd = /(?<!^ver|^be|^um|^an|^auf|^zu|^hoch|^durch|vorher)(rechnung|abrechnung|beleg)$/
const invoiceNumberEnd = /(rechnungs?|rechnungsbeleg)(nr|nummer|no|id)$/
/** "Certificación-factura", "Albarán-factura". */
const hyphenated = /^(?!manu)[a-z]{5,}factura(n|no|num|numero)?$/
const originalStart = /^(ursprung|original|bezugs|vor(?!aus|her|jahr)|basis|referenz|korrigierte|stornierte)/
const calculation = /(berechnung|verrechnung|umrechnung|aufrechnung|hochrechnung|lieferbeleg|zahlungsbeleg)/
const numberEnd = /^[a-z]{3,}(nr|nummer|numer|nummern)$/
const ofTaxes = /steuer|ust|mwst|vat|btw|tva|iban|konto|bank/
const wordsMax = 2

/**
 * Labels that a language builds as it goes: "Schlussrechnung" and "Beitragsrechnung" are invoices, "Abschlagsrechnung Nr."
 * names the number of one, "Versicherungsschein-Nr." and "Klantnummer" that of any other thing.
 */
export function compoundKinds(text: string, words: number): LabelKind[] {
  if (words > wordsMax || text.length < 8 || calculation.test(text)) return []
  if (invoiceNumberEnd.test(text)) return [originalStart.test(text) ? 'rectifiedNumber' : 'invoiceNumber']
  if (words === 1 && invoiceEnd.test(text)) return [originalStart.test(text) ? 'rectifiedNumber' : 'title']
  const isNumber = !text.endsWith('factura')
  if (hyphenated.test(text) && (words === 1 || isNumber)) return [isNumber ? 'invoiceNumber' : 'title']
  return numberEnd.test(text) && !ofTaxes.test(text) ? ['otherNumber'] : []
}
