import { isCodeWord } from '#app/reading/candidates/code_text'
import { isAboutAnotherInvoice } from '#app/reading/fields/kinds/corrected_invoice'
import { saysGivenBack } from '#app/reading/fields/kinds/gives_back'
import { readOtherKind } from '#app/reading/fields/kinds/other_kinds'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Word } from '#app/reading/layout/layout_types'
import { compact, fold } from '#app/reading/pages/text_forms'
import type { ReadDocumentType, ReadField } from '#app/reading/reading_types'

const titleWordsMax = 6
const creditNumberLabel =
  /^(notade?)?(abonament|abono|facturade?abono|(factura)?rectificativa|creditnote|creditmemo|gutschrift|rechnungskorrektur|korrekturrechnung|stornorechnung|avoir|nota(di|de)?credito|creditnota|creditfactuur)/
/** What may stand before a title on its line: "Tipo de documento: Factura rectificativa". */
const typeLabel =
  /^(tipo(de)?(documento|factura|doc)?|clase(de)?(documento|factura)?|documento|tipusdedocument|belegart|rechnungsart|dokument(en)?(art|typ)|documenttype|invoicetype|type(de)?(document|facture)?|tipodocumento)$/
const separator = /^[·|•–—-]$/

type Kind = { documentType: ReadField<ReadDocumentType>; increasesDebt: boolean }

/**
 * What is no invoice by its heading; else an invoice, a credit note or a simplified invoice: by its title, then by the sign of
 * its total. A corrective invoice may take from the debt or add to it (arts. 80 and 89 LIVA): unless its words say that it gives
 * back, its amounts decide.
 */
export function readDocumentType(
  material: ReadingMaterial,
  total: number | null,
  rectifiedNumber: string | null,
  customer: string | null
): Kind {
  const other = readOtherKind(material, (label) => titleKinds.some((kind) => isTitle(label, kind, material)))
  if (other) return { documentType: { ...named(other.kind, other.confidence) }, increasesDebt: false }
  const credit = isTitledCreditNote(material)
  const simplified = material.labels.some((label) => isTitle(label, 'simplifiedTitle', material))
  const isNegative = total !== null && total < 0
  if (credit || isNegative || rectifiedNumber !== null)
    return {
      documentType: named('credit_note', credit ? 0.97 : isNegative ? 0.85 : 0.75),
      increasesDebt: total !== null && total > 0 && !givesBack(material, customer),
    }
  return {
    documentType: simplified ? named('simplified', 0.96) : named('invoice', 0.97),
    increasesDebt: false,
  }
}

/** Whether a title of an invoice, a credit note or a simplified invoice heads the document. */
export function isTitledInvoice(material: ReadingMaterial): boolean {
  return material.labels.some((label) => titleKinds.some((kind) => isTitle(label, kind, material)))
}

const titleKinds: readonly LabelKind[] = ['title', 'creditTitle', 'simplifiedTitle']
/** A title that only a document that gives money back has, whatever sign it prints. */
const givingBack =
  /abono|abonament|credit|gutschrift|avoir|storno|devoluci|refund|retour|retoure|abonu|a su favor|importe a favor|a devolver|reembols/

/** "Abono", "Credit note", "Gutschrift", or a corrective invoice that says "importe a devolver". */
function givesBack(material: ReadingMaterial, customer: string | null): boolean {
  const titles = material.labels.filter((label) => isTitle(label, 'creditTitle', material))
  const texts = titles.map(({ segment }) => fold(segment.text))
  const isNumbered = material.labels.some(
    (label) =>
      givingBack.test(label.text) &&
      creditNumberLabel.test(label.text) &&
      isTitle(label, 'invoiceNumber', material)
  )
  return isNumbered || texts.some((text) => givingBack.test(text)) || saysGivenBack(material, customer)
}

/** The customer writes the supplier's invoice, which German law calls "Gutschrift" too (§ 14 Abs. 2 UStG). */
const selfBilled = /§ ?14 abs(\.|atz) ?2|gutschrift(s)?verfahren|self-?billing|selbstfakturierung/
/** Terms of giving credit, and tickets that are called so. */
const ofOtherCredit =
  /credit (note|memo) (policy|terms|conditions)|abono (de )?(transporte|anual|mensual|temporada|gimnasio)/

/** Whether a title or the label of the number says credit note ("Abono n.º 7"). */
export function isTitledCreditNote(material: ReadingMaterial): boolean {
  if (selfBilled.test(material.foldedText)) return false
  return material.labels.some(
    (label) =>
      (isTitle(label, 'creditTitle', material) && !ofOtherCredit.test(fold(label.segment.text))) ||
      (!ofOtherCredit.test(fold(label.segment.text)) &&
        creditNumberLabel.test(label.text) &&
        isTitle(label, 'invoiceNumber', material))
  )
}

function named(value: ReadDocumentType, confidence: number): ReadField<ReadDocumentType> {
  return { value, confidence, method: 'title', boxes: [] }
}

/** The words up to the first number or dash: what follows speaks of something else. */
function firstPart(words: Word[]): Word[] {
  const end = words.findIndex((word) => isCodeWord(word.text) || separator.test(word.text))
  return end < 0 ? words : words.slice(0, separator.test(words[end]?.text ?? '') ? end : end + 1)
}

/** A title stands at the beginning of its segment, in the upper part, alone or before a number. */
function isTitle(label: LabelHit, kind: LabelKind, material: ReadingMaterial): boolean {
  if (!label.kinds.includes(kind) || label.page !== 0 || label.kinds.includes('rectifiedNumber')) return false
  const { segment } = label
  const before = segment.words.slice(0, segment.words.indexOf(label.words[0] as Word))
  if (before.length > 0 && !leadsToTitle(before, label, material)) return false
  if (isAboutAnotherInvoice(label)) return false
  const rest = firstPart(segment.words.slice(before.length + label.words.length))
  const size = material.layout.pages[0]
  const isUpper = size ? label.y0 < 0.55 * ((1000 * size.height) / size.width) : true
  const isAlone = rest.length === 0
  const isNumbered =
    rest.length <= titleWordsMax && rest.some((word) => isCodeWord(word.text)) && !isSentence(rest)
  const isLarge = label.y1 - label.y0 > material.layout.textHeight * 1.3
  return (
    isUpper &&
    (isAlone || isNumbered || isLarge) &&
    !isRowOfGoods(label, material) &&
    !isHeadingOfTable(label, material)
  )
}

/** "Tipo de documento: Factura rectificativa", "RECIBO – FACT. SIMPLIFICADA": a heading, or another title and a dash. */
function leadsToTitle(before: Word[], { segment, words }: LabelHit, { labels }: ReadingMaterial): boolean {
  if (typeLabel.test(compact(before.map((word) => word.text).join('')))) return true
  const titled = labels
    .filter((one) => one.segment === segment && one.kinds.some((kind) => /title/i.test(kind)))
    .flatMap((one) => one.words)
  if (before.every((word) => titled.includes(word) || titleJoint.test(word.text))) return true
  // "Jahresbonus 2024 – Gutschrift BG 2024/118": what the dash parts from its number's title says what for.
  const isParted = [before.at(-1), words[0]].some((word) => separator.test(word?.text ?? ''))
  const next = segment.words.slice(before.length + words.length, before.length + words.length + 2)
  return isParted && next.some((word) => isCodeWord(word.text))
}

const titleJoint = /^([·|•–—/-]|y|i|e|o)$/

/** "Abono a 15 días", "Abono en cuenta ES91": what is paid when and where, not a title before its number. */
function isSentence(rest: Word[]): boolean {
  const [next, after] = rest.map((word) => fold(word.text))
  return (
    /^(a|en|por|mediante|antes|dentro|el|per|mitjancant|innerhalb|bis|auf|within|by|sous)$/.test(
      next ?? ''
    ) && !/^(la|su|fact|fra|rechnung|invoice)/.test(after ?? '')
  )
}

const tableKinds: readonly LabelKind[] = ['description', 'quantity', 'price', 'rate', 'lineAmount', 'tax']
const headingGapHeights = 2
const tableHeadingsMin = 2

/** "Datum  Leistung  MwSt  Belastung  Gutschrift": one heading of a row of them. */
function isHeadingOfTable(label: LabelHit, { labels, layout }: ReadingMaterial): boolean {
  const beside = labels.filter(
    (other) =>
      other.page === label.page &&
      other.segment !== label.segment &&
      Math.abs(other.y0 - label.y0) < headingGapHeights * layout.textHeight &&
      other.kinds.some((kind) => tableKinds.includes(kind)) &&
      !/\d/.test(other.segment.text)
  )
  const isLarger = label.y1 - label.y0 > layout.textHeight * 1.3
  return !isLarger && new Set(beside.map((other) => other.text)).size >= tableHeadingsMin
}

/** "Abono orgánico 25 kg      2   11,90   23,80": words of goods with their figures are no title. */
function isRowOfGoods({ line, words, segment }: LabelHit, material: ReadingMaterial): boolean {
  const next = segment.words[words.length]
  const goesOn = next !== undefined && /^\p{Ll}{4,}/u.test(next.text)
  const amounts = material.amounts.filter((amount) => amount.line === line && amount.decimals === 2)
  return goesOn && amounts.length > 0
}
