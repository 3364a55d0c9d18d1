import { toldOtherwise } from '#app/reading/fields/kinds/kind_doubts'
import { draftHeading, headings } from '#app/reading/fields/kinds/kind_headings'
import { type Disclaimer, disclaimerIn } from '#app/reading/fields/kinds/no_invoice_words'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { Segment } from '#app/reading/layout/layout_types'
import { fold, isWithinEdits } from '#app/reading/pages/text_forms'
import type { ReadDocumentType } from '#app/reading/reading_types'

type OtherKind = keyof typeof headings
type Heading = { kind: OtherKind; height: number; y: number; isAlone: boolean; segment: Segment }

const phrases = Object.entries(headings)
  .flatMap(([kind, text]) => text.split('|').map((phrase) => ({ kind: kind as OtherKind, phrase })))
  // The longest first: "factura proforma" before "factura", "oferta comercial" before "oferta".
  .toSorted((a, b) => b.phrase.length - a.phrase.length)

/** "Este documento no es una factura", "Documento sin validez fiscal": it says so itself. */
const disclaimer =
  /no (es|constituye|tiene (la )?(validez|valor) (de|como)|valido como|valida como|sirve como) (una )?factura|sin (validez|valor) fiscal|no (te|es|serveix) (validesa|valida|com a) ?(com a |de )?factura|this is not an? (tax )?invoice|not a (valid )?(tax |vat )?invoice|does not constitute an? (tax )?invoice|keine rechnung\b|ceci n'est pas une facture|ne constitue pas une facture|sans valeur fiscale|non (costituisce|e una|valid[ao] come|ha valore di) fattura|non valido ai fini fiscali|nao (serve de|e uma|constitui|valid[oa] como) fatura|geen factuur\b/

const upperShare = 0.55
const largeShare = 1.25
const followWordsMax = 6
const invoiceWord = /\b(factura|fra|invoice|rechnung|facture|fattura|fatura|factuur)\b/
const typePrefix =
  /^(tipo( de)? documento|tipo|documento|document type|belegart|dokumentart|type de document|tipo documento)\s*:\s*/
/** What may follow a heading that is no larger than the text: its number or its day. */
const follow =
  /^\W*((n|no|n\.? ?[o°º]|num|numero|nr|number|nummer|ref|referencia|de|del|du|vom|dated|fecha)\.?[\s:]*)*[a-z]{0,6}[-/ ]?[\d][\w./ -]*$/

/**
 * What a document that is no invoice is, by its heading on the first page. One that merely names the number of an order, a
 * quote or a delivery note stays an invoice: where it is headed as one too, the heading must be the larger. Null for an invoice.
 */
export function readOtherKind(
  material: ReadingMaterial,
  isInvoiceTitle: (label: LabelHit) => boolean
): { kind: ReadDocumentType; confidence: number } | null {
  const found = findHeadings(material)
  const titles = material.labels.filter(
    (label) => isInvoiceTitle(label) && !found.some(({ segment }) => segment === label.segment)
  )
  const said = disclaimersOf(material)
  const sure = said.find(({ says }) => says === 'sure')
  const isDisclaimed = sure !== undefined || (titles.length === 0 && disclaimer.test(material.foldedText))
  const isStrong = (heading: Heading) => isDisclaimed || outweighs(heading, titles, material)
  const [best] = found.filter(isStrong).toSorted((a, b) => b.height - a.height || a.y - b.y)
  if (best) return { kind: best.kind, confidence: isDisclaimed || titles.length === 0 ? 0.95 : 0.85 }
  if (sure && /pro[\s-]?forma/.test(material.foldedText) && /pro[\s-]?forma/.test(fold(sure.text)))
    return { kind: 'proforma', confidence: 0.9 }
  return isDisclaimed ? { kind: 'other', confidence: 0.8 } : null
}

/** What the page says of itself only with a condition, or in words of another kind of document; null where it says nothing of the kind. */
export function doubtOfKind(material: ReadingMaterial, isCredit: boolean): string | null {
  return (
    disclaimersOf(material).find(({ says }) => says === 'unsure')?.text ?? toldOtherwise(material, isCredit)
  )
}

const mailText =
  /\b(correo|e-?mails?|mensaje|imprimir|confidencial\w*|confidential\w*|vertraulich|courriel)\b/

/** Each segment and each line with the next of its column, sentence by sentence; not what stands among the words of a mail's footer. */
function disclaimersOf({ layout }: ReadingMaterial): { text: string; says: Disclaimer }[] {
  return layout.lines.flatMap((line, at) => {
    const next = layout.lines[at + 1]
    const around = [layout.lines[at - 1], line, next].map((one) => fold(one?.text ?? '')).join(' ')
    if (mailText.test(around)) return []
    const texts = line.segments.flatMap((segment) => {
      const below = next?.segments.find(({ x0 }) => Math.abs(x0 - segment.x0) < 2 * layout.textHeight)
      return below ? [segment.text, `${segment.text} ${below.text}`] : [segment.text]
    })
    return texts
      .flatMap((text) => text.split(/[.;!?](?=\s|$)/))
      .map((text) => ({ text: text.trim(), says: disclaimerIn(text) }))
      .filter(({ says }) => says !== null)
  })
}

function findHeadings({ layout, labels }: ReadingMaterial): Heading[] {
  const size = layout.pages[0]
  const upper = size ? upperShare * ((1000 * size.height) / size.width) : Number.POSITIVE_INFINITY
  return layout.lines
    .filter(({ page, y0 }) => page === 0 && y0 < upper)
    .flatMap(({ segments, words }) =>
      segments.flatMap((segment): Heading[] => {
        const height = Math.max(...segment.words.map((word) => word.y1 - word.y0))
        const isLarge = height > layout.textHeight * largeShare
        const read = headingOf(segment.text, isLarge, layout.source)
        if (!read) return []
        // "Pedido   4711": the name of a number that stands in the next column; so is what heads a column of a table.
        const next = words[words.indexOf(segment.words.at(-1) as (typeof words)[number]) + 1]
        const namesNext = next !== undefined && /\d/.test(next.text) && !isLarge
        const others = labels.filter((one) => one.line === segment.line && one.segment !== segment)
        const isColumn = !isLarge && new Set(others.map((one) => one.segment)).size > 1
        if (namesNext || isColumn) return []
        return [{ kind: read.kind, height, y: segment.y0, isAlone: read.isAlone, segment }]
      })
    )
}

function headingOf(
  text: string,
  isLarge: boolean,
  source: 'text' | 'recognised'
): { kind: OtherKind; isAlone: boolean } | null {
  const plain = fold(text)
    .replace(typePrefix, '')
    .replace(/^[\W\d]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const draft = draftHeading.exec(plain)?.[0]
  if (draft !== undefined) {
    const rest = plain.slice(draft.length).replace(/^[\W_]+/, '')
    const isShort = isLarge && rest.split(' ').length <= followWordsMax
    if (rest === '' || follow.test(rest) || isShort) return { kind: 'proforma', isAlone: rest === '' }
  }
  for (const { kind, phrase } of phrases) {
    const start = startOf(plain, phrase, source)
    if (start === null) continue
    const rest = plain.slice(start).trim()
    if (rest === '' || /^\W+$/.test(rest)) return { kind, isAlone: true }
    if (/^[a-z]/.test(plain.slice(start))) continue
    const isAbout =
      kind !== 'proforma' && invoiceWord.test(rest) && kind !== 'reminder' && kind !== 'statement_of_account'
    const isShort = rest.split(' ').length <= followWordsMax
    if (!isAbout && (follow.test(rest) || (isLarge && isShort))) return { kind, isAlone: false }
  }
  return null
}

/** Where the phrase ends at the start of the text; recognition may misread a letter of a long one. */
function startOf(text: string, phrase: string, source: 'text' | 'recognised'): number | null {
  if (text.startsWith(phrase)) return phrase.length
  if (source === 'text' || phrase.length < 8) return null
  return isWithinEdits(text.slice(0, phrase.length), phrase, 1) ? phrase.length : null
}

/** Beside a title of an invoice only a larger heading counts, or "PROFORMA" alone next to it; without one, any heading. */
function outweighs(heading: Heading, titles: LabelHit[], { layout, labels }: ReadingMaterial): boolean {
  const isLarge = heading.height > layout.textHeight * largeShare
  if (titles.length === 0) return isLarge || !isInvoiceNumbered(labels, heading.segment)
  const largest = Math.max(...titles.map((title) => title.y1 - title.y0))
  const isBeside = titles.some(
    (title) => Math.abs(title.y0 - heading.y) < 3 * Math.max(largest, heading.height)
  )
  if (heading.kind === 'proforma' && heading.isAlone && isBeside) return heading.height >= 0.9 * largest
  return heading.height > largest * largeShare
}

/** "N.º de factura", "Rechnungsnummer": somebody numbered it as an invoice. */
function isInvoiceNumbered(labels: LabelHit[], heading: Segment | null): boolean {
  return labels.some(
    ({ kinds, text, segment }) =>
      segment !== heading &&
      kinds.includes('invoiceNumber') &&
      /factura|fra|invoice|rechnung|facture|fattura|fatura|factuur/.test(text) &&
      !/proforma/.test(text)
  )
}
