import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Line, Segment, Word } from '#app/reading/layout/layout_types'
import { amountsOfLine } from '#app/reading/layout/lookup'
import {
  cleanDescription,
  describingSegments,
  descriptionWords,
  joined,
  letters,
  withoutHeadings,
} from '#app/reading/lines/row_description'
import { rowWords } from '#app/reading/lines/row_words'
import { headingOver, isInWords } from '#app/reading/lines/table_columns'
import { fold } from '#app/reading/pages/text_forms'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

/** A printed line of the table of goods and services, told by its amount. */
export type DetailRow = {
  amount: AmountEvidence
  line: Line
  description: string
  descriptionWords: Word[]
  isFooter: boolean
}

const continuationLinesMax = 10
const unitLettersMax = 8
const footerWords =
  /^(sub)?total|^\d[\d.,]* ?% ?(iva|igic|ipsi|rec\b|r\.? ?e\b)|^importes? (correct|corregid|rectificad|original|factura original|anterior)|^suma[ns]?\b|^bases?( imp| iva| igic| \d|:|$)|^iva\b|^ive\b|^bez\b|^zerga|^guztira|^base impo|^i\.v\.a|^importe total|^neto\b|^cuotas?( de)?( iva| igic| ipsi| irpf| re\b| \d|:|$)|^igic|^irpf|^i\.r\.p\.f|^retenci|^liquido|^a pagar|^saldo|^total\b|^summe|^netto|^brutto|^mwst|^zzgl|^ust\b|^zwischensumme|^gesamt|^rechnungs(summe|betrag)|^tva|^montant|^net a payer|^imponibile|^totale|^totaal|^btw|^exclusief|^amount due|^vat\b|^tax\b|^grand|^balance|^queda por|^pendiente|^zahlbetrag|^steuer(betrag|basis)|^positionssumme|^importe (factura|de esta)|^recargo( de)? equiv|^recargo( \d|:|$)|^vencimiento|^vto|^menos\b|^suplidos|^restante|^operacion exenta|^descuento (pronto|general|comercial)|^dto\.? p|^umsatzsteuer|^offene|^erhaltene|^ust\.|^vat \(s\)|^son:|^carried forward|^brought forward|^suma y sigue|^suma i segueix|^suma anterior|^viene de|^ve de la|^ven da|^suma e segue|^arrastre|^aurreko|^a reportar|^transporte? (de|anterior)|^ubertrag|^a reporter|^report:?$|^report (de|da|a)\b/
/** Words of payment that also begin the names of goods ("Tarjeta magnética"): footers only when alone. */
const paymentWords =
  /^(anticipo|entregado|cambio|efectivo|tarjeta|recibido|pagado|visa|mastercard|cash|change|card)( \S+){0,1}$/

/** One row for every amount of a column that has words beside it. */
export function toDetailRow(amount: AmountEvidence, material: ReadingMaterial): DetailRow | null {
  const line = wholeLine(amount, material)
  if (!line) return null
  const headed = wordsOverFigures(line, amount, material) ?? rowWords(line, amount, material)
  const segments = describingSegments(withoutHeadings(line, material), amount)
  const words = headed ?? segments.flatMap((segment) => descriptionWords(segment, amount, material))
  const printed = cleanDescription(joined(words))
  const description =
    headed === null && isBareLabel(printed)
      ? cleanDescription(`${printed} ${continuation(line, words, amount, material)}`)
      : printed
  const folded = description
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return {
    amount,
    line,
    description,
    descriptionWords: words,
    isFooter: footerWords.test(folded) || paymentWords.test(folded) || isNamedSum(line, amount),
  }
}

/** "Subtotal 118,49" in one segment: the name of a sum right before its amount. */
function isNamedSum(line: Line, amount: AmountEvidence): boolean {
  const segment = line.segments.find((one) => amount.words.some((word) => one.words.includes(word)))
  const before = (segment?.words ?? []).filter((word) => word.x1 <= amount.x0 + 1)
  return before.length > 0 && footerWords.test(fold(before.map((word) => word.text).join(' ')))
}

const figuresRow =
  /^[-−(]?\d[\d.,]*\)? ?\p{L}{0,6}[²³.]? ?((x|a|à|X|por)\b|×|@) ?[€$£]?[-−(]?\d|^[-−(]?\d[\d.,]*\)? ?\p{L}{0,6}[²³.]? ?(x|×|a|à|@|X|por)$/u

/** "Porte Valencia - Granada" over "1 viaje x 380,40     380,40": the words of such a row stand on the line above. */
function wordsOverFigures(line: Line, amount: AmountEvidence, material: ReadingMaterial): Word[] | null {
  const own = line.segments.find((segment) => segment.x0 < amount.x0 && figuresRow.test(segment.text))
  const isNamed = line.segments.some(
    (segment) => own && segment.x1 < own.x0 && letters(segment.text) >= 4 && !/\d/.test(segment.text)
  )
  if (!own || isNamed) return null
  const above = material.layout.lines
    .slice(Math.max(0, line.index - 3), line.index)
    .toReversed()
    .filter((one) => one.page === line.page && line.y0 - one.y1 < material.layout.textHeight)
    .flatMap((one) => one.segments)
    .find(
      (segment) =>
        letters(segment.text) >= 3 &&
        (Math.abs(segment.x0 - own.x0) < material.layout.textHeight || isAlone(segment, own, material))
    )
  return above ? above.words : null
}

const indentHeights = 4

/** "ACEITE GIRASOL 5L" over an indented "3 x 8,95   26,85": the words of a ticket have their line to themselves. */
function isAlone(segment: Segment, figures: Segment, { layout, amounts }: ReadingMaterial): boolean {
  return (
    segment.x0 < figures.x0 &&
    figures.x0 - segment.x0 < indentHeights * layout.textHeight &&
    layout.lines[segment.line]?.segments.length === 1 &&
    amountsOfLine(amounts, segment.line).length === 0
  )
}

/** The line of an amount; joined with the one just above when the words of the row stand half a line higher. */
function wholeLine(amount: AmountEvidence, material: ReadingMaterial): Line | null {
  const line = material.layout.lines[amount.line]
  const above = material.layout.lines[amount.line - 1]
  if (!line) return null
  const isWordless = !hasName(line, material) || (above !== undefined && beginsRow(above, line, material))
  const isClose =
    above !== undefined && above.page === line.page && line.y0 - above.y0 < material.layout.textHeight * 1.5
  const isFree =
    above !== undefined &&
    !amountsOfLine(material.amounts, above.index).some(
      (one) => Math.abs(one.x1 - amount.x1) < material.layout.textHeight * 2
    )
  // "9 h x 39,58" belongs to the words over it in its column, whatever stands half a line higher elsewhere.
  const isFigures = line.segments.some((segment) => figuresRow.test(segment.text))
  if (!isWordless || !isClose || !isFree || isFigures) return line
  const segments = [...above.segments, ...line.segments].toSorted((a, b) => a.x0 - b.x0)
  return { ...line, segments, words: segments.flatMap((segment) => segment.words) }
}

/** Whether a line has words of goods: under a heading in its column, not only units ("5 hour 150.00"). */
function hasName(line: Line, material: ReadingMaterial): boolean {
  const heading = headingOver(line, material)
  return line.segments.some(
    (segment) =>
      letters(segment.text) >= 4 &&
      (letters(segment.text) > unitLettersMax ||
        heading === null ||
        isInWords(segment, heading, material.layout.textHeight))
  )
}

/** Whether the figures of the row stand in the line above: only its amount (and the rest of its words) is lower. */
function beginsRow(above: Line, line: Line, material: ReadingMaterial): boolean {
  const heading = headingOver(above, material)
  if (!heading) return false
  const figures = (one: Line) =>
    one.segments.filter(
      (segment) =>
        /^[-−]?\d[\d.,]*( ?(%|€|EUR|\p{L}{1,4}\.?))?$/u.test(segment.text) &&
        !isInWords(segment, heading, material.layout.textHeight)
    ).length
  return figures(above) >= 2 && figures(line) === 1
}

/** "GTIN", "5,0000 Stk.": the name of the article follows on the lines below. */
function isBareLabel(text: string): boolean {
  return letters(text) < 5 || /^(GTIN|EAN|SKU|Ref\.?|Art\.?-?Nr\.?)[: ]*\d*$/i.test(text)
}

function continuation(line: Line, words: Word[], amount: AmountEvidence, material: ReadingMaterial): string {
  const heading = material.labels
    .filter(
      (label) => label.page === line.page && label.kinds.includes('description') && label.y1 <= line.y0 + 2
    )
    .toSorted((a, b) => b.y1 - a.y1)[0]
  const left = heading?.x0 ?? words[0]?.x0
  if (left === undefined) return ''
  const parts: string[] = []
  for (const next of material.layout.lines.slice(line.index + 1, line.index + 1 + continuationLinesMax)) {
    if (
      next.page !== line.page ||
      amountsOfLine(material.amounts, next.index).some(
        (one) => Math.abs(one.x1 - amount.x1) < material.layout.textHeight * 2
      )
    )
      break
    const segment = next.segments.find((one) => Math.abs(one.x0 - left) < material.layout.textHeight * 1.5)
    if (segment) parts.push(segment.text)
    else if (parts.length > 0) break
  }
  return parts.join(' ')
}
