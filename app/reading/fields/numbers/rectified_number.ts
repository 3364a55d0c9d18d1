import { trimCode } from '#app/reading/candidates/code_text'
import { isTitledCreditNote } from '#app/reading/fields/kinds/read_document_type'
import { listNumberCandidates } from '#app/reading/fields/numbers/list_number_candidates'
import type { NumberCandidate } from '#app/reading/fields/numbers/number_series'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { emptyField, type ReadField } from '#app/reading/reading_types'

const invoiceWord = /factura|fra|invoice|rechnung|facture|fatura|fattura|factuur/

/** The number of the invoice that this one corrects. */
export function readRectifiedNumber(material: ReadingMaterial, ownNumber: string | null): ReadField<string> {
  const candidates = listNumberCandidates(material, { rectifiedNumber: 1 }).filter(
    (one) => one.text !== ownNumber
  )
  const best = candidates[0] ?? otherInvoice(material, ownNumber)
  if (!best || best.score < 0.3) return emptyField(0.85)
  return {
    value: best.text,
    confidence: 0.6 + 0.3 * best.score,
    method: 'label',
    boxes: toFieldBox(best.words, material.layout),
  }
}

/** A credit note that names a second invoice number means the invoice that it corrects. */
function otherInvoice(material: ReadingMaterial, ownNumber: string | null): NumberCandidate | null {
  if (ownNumber === null || !isTitledCreditNote(material)) return null
  const own = material.layout.words.filter((word) => ownNumber.includes(trimCode(word.text)))
  const others = listNumberCandidates(material, { invoiceNumber: 0.7 }).filter(
    (one) =>
      one.text !== ownNumber &&
      invoiceWord.test(one.label.text) &&
      own.some((word) => word.page === one.label.page && word.y0 <= one.label.y1)
  )
  return others[0] ?? null
}
