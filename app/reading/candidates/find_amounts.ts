import { type DecimalMark, readAmountText } from '#app/reading/candidates/amount_text'
import { isCurrencyWord } from '#app/reading/candidates/currency_signs'
import { asAmountText } from '#app/reading/candidates/misreadings'
import type { DocumentLayout, Line, Word } from '#app/reading/layout/layout_types'
import { median } from '#app/reading/layout/page_geometry'
import { type Place, placeOf } from '#app/reading/layout/relations'

export type AmountCandidate = Place & {
  /** Minor units, with its printed sign. */
  value: number
  text: string
  /** Digits printed behind the decimal mark. */
  decimals: number
  hasCurrency: boolean
  confidence: number
}

const misreadTrust = 0.7
/** So many amounts with cents under and over a bare figure make it one that lost its comma. */
const columnAmountsMin = 3

/** Whether the document writes 1.234,56 or 1,234.56: the mark before the last two digits, by majority. */
export function findDecimalMark(layout: DocumentLayout): DecimalMark {
  let commas = 0
  let dots = 0
  for (const word of layout.words) {
    if (/^\D{0,3}\d[\d.,' ]*,\d{2}\D{0,3}$/.test(word.text)) commas += /\.\d{3},/.test(word.text) ? 3 : 1
    if (/^\D{0,3}\d[\d.,' ]*\.\d{2}\D{0,3}$/.test(word.text)) dots += /,\d{3}\./.test(word.text) ? 3 : 1
  }
  return dots > commas ? '.' : ','
}

/** Every amount of money of the document: decimals, a mark of thousands or a currency make a number an amount. */
export function findAmounts(layout: DocumentLayout, mark: DecimalMark): AmountCandidate[] {
  const found = layout.lines.flatMap((line) => amountsOfLine(line, mark, layout.source === 'recognised'))
  return layout.source === 'recognised'
    ? withBareFigures(withLostMarks(found), layout, 1)
    : withBareFigures(found, layout, 100)
}

/**
 * Bare figures in a column of amounts that have cents: "12345" lost its comma in recognition (`unit` 1), "260" over
 * "10,50" is an amount without cents where the text says so (`unit` 100).
 */
function withBareFigures(
  amounts: AmountCandidate[],
  layout: DocumentLayout,
  unit: 1 | 100
): AmountCandidate[] {
  const exact = amounts.filter((amount) => amount.decimals === 2)
  const taken = new Set(amounts.flatMap((amount) => amount.words))
  const slack = layout.textHeight * (unit === 1 ? 0.6 : 0.15)
  const figure = unit === 1 ? /^(\d{1,3}[.,]\d{5}|[1-9]\d{2,6})$/ : /^[1-9]\d{0,4}$/
  const added = layout.lines.flatMap((line) =>
    line.segments.flatMap((segment): AmountCandidate[] => {
      const word = segment.words.at(-1)
      const isPlaced = unit === 1 ? word === line.words.at(-1) : segment.words.length === 1
      if (!word || !isPlaced || taken.has(word) || !figure.test(word.text)) return []
      const column = exact.filter((one) => one.page === word.page && Math.abs(one.x1 - word.x1) < slack)
      if (column.length < columnAmountsMin) return []
      const value = Number(word.text.replace(/\D/g, '')) * unit
      const confidence = word.confidence * misreadTrust
      const decimals = unit === 1 ? 2 : 0
      return [
        { ...placeOf([word], line.index), value, text: word.text, decimals, hasCurrency: false, confidence },
      ]
    })
  )
  return added.length === 0
    ? amounts
    : [...amounts, ...added].toSorted((a, b) => a.line - b.line || a.x0 - b.x0)
}

/** "410 €" among amounts that all have cents lost its comma: 4,10. */
function withLostMarks(amounts: AmountCandidate[]): AmountCandidate[] {
  const exact = amounts.filter((amount) => amount.decimals === 2).length
  if (exact < amounts.length * 0.8) return amounts
  return amounts.map((amount) =>
    amount.decimals === 0 && /^\D*\d{3,}\D*$/.test(amount.text)
      ? { ...amount, value: Math.trunc(amount.value / 100), decimals: 2, confidence: amount.confidence * 0.8 }
      : amount
  )
}

function amountsOfLine(line: Line, mark: DecimalMark, isRecognised: boolean): AmountCandidate[] {
  const found: AmountCandidate[] = []
  for (const segment of line.segments) {
    let index = 0
    while (index < segment.words.length) {
      const amount = amountAt(segment.words, index, line, mark, isRecognised)
      if (amount) found.push(amount)
      index += amount ? Math.max(1, amount.words.length) : 1
    }
  }
  return found
}

function amountAt(
  words: Word[],
  start: number,
  line: Line,
  mark: DecimalMark,
  isRecognised: boolean
): AmountCandidate | null {
  for (const count of [4, 3, 2, 1]) {
    const run = words.slice(start, start + count)
    if (run.length < count || !isTight(run, line.height)) continue
    const text = run.map((word) => word.text).join(' ')
    const repaired = isRecognised && count === 1 ? asAmountText(text) : null
    const reading = readAmountText(repaired ?? text, mark, isRecognised)
    if (!reading) continue
    if (words[start + count] && /^%/.test(words[start + count]?.text ?? '')) continue
    const currencyBefore = isCurrencyWord(words[start - 1]?.text ?? '')
    const currencyAfter = isCurrencyWord(words[start + count]?.text ?? '')
    const hasCurrency = reading.hasCurrency || currencyBefore || currencyAfter
    if (reading.decimals === 0 && !hasCurrency && !reading.isGrouped) continue
    if (reading.decimals > 2 && !reading.isGrouped) continue
    // Telephones and accounts come in groups parted by blanks, whole amounts do not without a currency.
    if (count > 1 && reading.decimals === 0 && !hasCurrency) continue
    // "… sobre flores y plantas (458,00)": a bracket behind words says nothing of a sign.
    const isTold = text.startsWith('(') && words.slice(0, start).some((word) => /\p{L}{3}/u.test(word.text))
    return {
      ...placeOf(run, line.index),
      ...reading,
      value: isTold ? Math.abs(reading.value) : reading.value,
      hasCurrency,
      text,
      confidence: median(run.map((word) => word.confidence)) * (repaired ? misreadTrust : 1),
    }
  }
  return null
}

function isTight(run: Word[], height: number): boolean {
  return run.every((word, index) => index === 0 || word.x0 - (run[index - 1]?.x1 ?? 0) < height * 1.2)
}
