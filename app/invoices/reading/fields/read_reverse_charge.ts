import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { ReadField } from '#app/invoices/reading/reading_types'

const phrases =
  /inversion del sujeto pasivo|inversio del subjecte passiu|sujeto pasivo el destinatario|reverse[ -]?charge|steuerschuldnerschaft des leistungsempfangers|autoliquidation|inversione contabile|autoliquidacao|\briti\b|btw verlegd|vat shifted|entrega intracomunitaria|intra-?community supply|innergemeinschaftliche lieferung|livraison intracommunautaire|customer to account for vat|art(iculo|\.)? ?84\.?(uno|1)\.?2|art(icle|\.)? ?196|prestacion intracomunitaria|art(icle|icolo|\.)? ?262 ?ter|art(icolo|\.)? ?41,? (del )?d\.?l\.? ?331|intracommunautaire exoneree|operacion intracomunitaria/

/** Whether the customer owes the tax: only a phrase that says so counts, and only on an invoice without tax. */
export function readReverseCharge(material: ReadingMaterial, taxTotal: number | null): ReadField<boolean> {
  const text = material.foldedText.replace(/\s+/g, ' ')
  const isStated = phrases.test(text) && (taxTotal ?? 0) === 0
  return { value: isStated, confidence: isStated ? 0.97 : 0.95, method: 'phrase', boxes: [] }
}
