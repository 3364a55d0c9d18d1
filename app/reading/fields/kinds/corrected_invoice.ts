import type { LabelHit } from '#app/reading/labels/find_labels'
import { indexOfWord } from '#app/reading/layout/word_runs'
import { fold } from '#app/reading/pages/text_forms'

const joints =
  '(y|und|and|et|e|o|con|con la|de|del|de la|a|al|a la|la|las|le|les|zu|zur|zu der|zum|die|der|den|for|of|to|the|sur|di|della|alla|da|op|van|de nuestra|nuestra|su|unserer|ihrer|our|your|notre|votre|nostra|vostra|onze|uw)'
const invoice = '(factura|fra|rechnung|invoice|facture|fattura|fatura|factuur)'
const correction = new RegExp(
  `(rectific|abono|anula|annul|corrig|correg|sustitu|substitu|modific|korrektur|gutschrift|storno|credit|avoir|devoluci|remplac|replac|cancel)\\S*( \\S+){0,3} ${joints}( ${invoice})?$`
)
/** Verbs and the like that need no joint: "rectifica y sustituye factura", "korrigierte Rechnung". */
const correcting = new RegExp(
  `\\b(rectifica|rectifican|rettifica|retifica|anula|anulan|annule|annulla|sustituye|substitueix|sostituisce|corrige|modifica|remplace|replaces|replacing|corrects|correcting|cancels|cancelling|crediting|reverses|korrigierte|korrigiert|stornierte|storniert|ursprungliche|korrigierten|stornierten|ursprunglichen|oorspronkelijke|vervangt)( ${joints})*$`
)
/** What in a credit note leads to the invoice it corrects, and elsewhere to anything: "Bezug: Rechnung 12". */
const relating = new RegExp(
  `\\b(bezug|bezugnehmend|betreff|betrifft|betreft|betr|(?<!(n/|nuestra |our |unsere |notre ))(ref|referencia|referenz|reference)|rif|rifer|riferimento|relates|relating|respect|regard|against|corresponde|correspondiente|afectada|relacion|relativ[oa]|referid[oa]|referente|refiere|relatif|relative|concerne|concernant|concernente|motivo|causa|error|errores|devolucion|unserer|ihrer|devuelt[oa]|devuelto de|sobre|s)( (en|el|los|las|precio|precios|cantidad|importe|tipo|iva|${joints.slice(1, -1)}))*$`
)

const prepositions =
  '(a|al|con|amb|com|contra|de|del|por|per|por|segun|segons|sobre|zu|zur|zum|mit|gegen|gemass|to|for|of|with|against|per|avec|contre|sur|selon|pour|con|contro|alla|della|da|na|op|met|tegen)'
const articles = '(la|las|el|a|the|die|der|den|le|les|una|un)'
const theirs = '(su|sus|vuestra|seva|vostra|vostres?|ihrer?|ihren|your|votre|vos|vs|v/|s/|sua|vossa|zure|uw)'
const ties =
  '(compens|konpentsa|offset|verrechn|aufgerechn|verrekend|complement|erganz|zusatz|supplement|correspon|relativ|relatif|referent|referid|refier|respect|relacio|vincul|asocia|deriva|relat|bezug|betreff|concern)'
/** "Cargo complementario a la factura", "Compensada con su factura": what ties the document to another one. */
const tied = new RegExp(
  `\\b${ties}\\S*( \\S+){0,2}( ${prepositions})?( ${articles})?( ${theirs})?$|\\b${prepositions}( ${articles})? ${theirs}$`
)
const inSentence = new RegExp(`\\S ${prepositions} (${articles}|${theirs})$`)

/** Whether the words before a document's name tie this one to it: the number that follows is of the other one, whatever this one is. */
export function isTiedInvoice(label: LabelHit): boolean {
  return tied.test(leadTo(label))
}

/** "… de la factura F-12": in a sentence a document speaks of itself as of others. */
export function isInSentence(label: LabelHit): boolean {
  return inSentence.test(leadTo(label))
}

/** All words up to the name of a document, those of its label that stand before the name among them. */
function leadTo({ segment, words }: LabelHit): string {
  const plain = (text: string) =>
    fold(text)
      .replace(/[.,:;()«»"]+$/, '')
      .replace(/^[(«"]+/, '')
  const at = indexOfWord(segment.words, words[0])
  const name = words.findIndex(({ text }) => documentName.test(fold(text)))
  return [...segment.words.slice(0, at), ...words.slice(0, Math.max(name, 0))]
    .map(({ text }) => plain(text))
    .join(' ')
}
const documentName = /^(facturas?|fras?|fact|rechnung|invoice|facture|fattura|fatura|factuur|faktura)\b/

/** "Factura rectificativa de la factura n.º …", "Abono a la factura …": the number that follows is of the other one. */
export function isAboutAnotherInvoice(label: LabelHit): boolean {
  const before = wordsBefore(label)
  return correction.test(before) || correcting.test(before)
}

/** The same for what only a credit note says of the other invoice: "Bezug: Rechnung Nr. …", "En relación con la factura …". */
export function isRelatedInvoice(label: LabelHit): boolean {
  return relating.test(wordsBefore(label))
}

const corrected =
  /\b(rectificad|original|origen|origine|sustituid|substituid|modificad|corregid|anulad|abonad|rectifica|modifica\b|anula\b|sustituye|corrige|corrected|credited|cancelled|replaced|rectifiee|annulee|corrigee|rettificata|stornata|korrigiert|storniert|afectada)/

/** "Nota de cargo relativa a CA-90": tied by the words between the name of the document and the number. */
export const tiesToAnother = (between: string): boolean => tiedBetween.test(between)

const tiedBetween = new RegExp(`\\b${ties}\\S*( ${prepositions}| ${articles}| ${theirs})*$`)

/** "Factura rectificativa" followed by "de la factura": a second name of the document, joined to the first, is of another one. */
const joined = new RegExp(`^${joints} ${invoice}\\b`)

/** "Factura que se rectifica: F-26/99", "Factura y serie sustituida …": the words before the number say whose it is. */
export function tellsOfAnother(between: string): boolean {
  return corrected.test(between) || joined.test(between)
}

/** The words that lead to the name of a document, its own joints among them ("de la factura" as a label). */
function wordsBefore(label: LabelHit): string {
  const index = indexOfWord(label.segment.words, label.words[0])
  const plain = (text: string) =>
    fold(text)
      .replace(/[.,:;/()«»"]+$/, '')
      .replace(/^[(«"]+/, '')
  const own = label.words
    .map((word) => plain(word.text))
    .filter((word) => /^(de|del|la|a|al|zu|zur|for|of|to|sur|della|alla|da)$/.test(word))
  return [...label.segment.words.slice(0, index).map((word) => plain(word.text)), ...own].join(' ')
}
