import { isAboutAnotherInvoice, isRelatedInvoice } from '#app/reading/fields/kinds/corrected_invoice'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import { amountKinds, type LabelKind } from '#app/reading/labels/label_kinds'
import type { Segment, Word } from '#app/reading/layout/layout_types'
import { fold, likeness } from '#app/reading/pages/text_forms'

const names =
  '(n[.ºo°]* ?(de )?)?(nuestra |su |tu |our |your |tax |vat |unsere |ihre |notre |votre |(duplicado|copia|resumen|detalle|duplicat|copy|duplicate)( (de|of))?( (su|tu|la|your|the))? |(advance|deposit|progress|interim|final|monthly|guest|self-billing|selfbilling) )?(e-?|auto)?(facturas?|fras?|fact|factures?|faktura\\w*|faturas?|fatture?|fattura|invoices?|bill|rechnung\\w*|facturen|factuur\\w*|tickets?|tiquets?|recibos?|rebuts?|receipt|minuta|honorarios|honoraris|note d.honoraires|note de debit|etat d.honoraires|nota d.honoraris|fee note|kostennote|bolletta|ricevuta fiscale|nota spese|nota de (honorarios|cargo|debito|credito|gastos)|liquidacion|liquidacio|abono|abonament|rectificativa|credit (note|memo)|debit note|gutschrift\\w*|avoir|nota di credito|simplificada|scontrino|parcella|notula|kassenbon|honorarnote|guest folio|folio|zahlungsaufforderung|\\w*bescheid|carta de pago|autoliquidacion)'
const begins = new RegExp(`^\\W*${names}\\b`)
const compound = /\w{3,}(rechnung|faktura|factuur|bescheid)\b/
const ofInvoice = /factura|invoice|rechnung|facture|fattura|fatura|factuur|faktura|fra\b|minuta/
const demonstrative =
  /\b(esta|presente|aquesta|questa|cette|diese[rs]?|this|dit|deze) (factura|fra|fattura|fatura|facture|invoice|rechnung|factuur)\b|\bfaktura hau\b|veri\*?factu|factura verificable/
const total = /\btotal/
const otherKinds: readonly LabelKind[] = [...amountKinds, 'otherNumber', 'rectifiedNumber', 'otherDate']

/**
 * Whether the pages name themselves an invoice of any kind: a segment begins with a word for one, a label of its number or its
 * day has it, or a sentence speaks of "this invoice". A sum called "Total factura" does not tell: programs print it under
 * everything.
 */
export function isNamedAsInvoice({ layout, foldedText, labels }: ReadingMaterial): boolean {
  if (demonstrative.test(foldedText)) return true
  const isLabelled = labels.some(
    (label) =>
      ofInvoice.test(label.text) &&
      label.kinds.some((kind) => !otherKinds.includes(kind)) &&
      opens(label) &&
      !isAboutAnotherInvoice(label) &&
      !isRelatedInvoice(label)
  )
  return (
    isLabelled ||
    layout.lines.some(({ segments }) =>
      segments.some(({ text }) => {
        const plain = fold(text)
        return (begins.test(plain) || compound.test(plain)) && !total.test(plain)
      })
    )
  )
}

/** At the beginning of its segment or of a sentence in it. */
function opens({ segment, words }: LabelHit): boolean {
  const before = segment.words[segment.words.indexOf(words[0] as Word) - 1]
  return before === undefined || /[.,;:·|–—-]$/.test(before.text)
}

const titleHeights = 1.25
const upperShare = 0.45
const titleWordsMax = 6
const partyLikeness = 0.7

/** What a first page is headed as: its largest short text above the goods that is no code, no sum and no party's name; null without any. */
export function headingOfPage(
  { layout }: ReadingMaterial,
  parties: readonly (string | null)[]
): string | null {
  const size = layout.pages[0]
  const upper = size ? upperShare * ((1000 * size.height) / size.width) : 0
  const heightOf = ({ words }: Segment) => Math.max(...words.map((word) => word.y1 - word.y0))
  const isParty = (text: string) =>
    parties.some((name) => name !== null && likeness(fold(name), fold(text)) > partyLikeness)
  const [best] = layout.lines
    .filter(({ page, y0 }) => page === 0 && y0 < upper)
    .flatMap(({ segments }) => segments)
    .filter(
      (segment) =>
        heightOf(segment) > titleHeights * layout.textHeight &&
        segment.words.length <= titleWordsMax &&
        /\p{L}{4}/u.test(segment.text) &&
        !/\d{2}|@|www|\bs\.? ?[al]\b/i.test(segment.text) &&
        !isParty(segment.text)
    )
    .toSorted((a, b) => heightOf(b) - heightOf(a))
  return best?.text.trim() ?? null
}
