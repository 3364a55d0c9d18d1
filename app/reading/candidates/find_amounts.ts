import { currencySign, isCurrencyWord } from '#app/reading/candidates/currency_signs'
import { asAmountText } from '#app/reading/candidates/misreadings'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { DocumentLayout, Line, Word } from '#app/reading/layout/layout_types'
import { median } from '#app/reading/layout/page_geometry'
import { headsInOrder, type Place, placeOf } from '#app/reading/layout/relations'

export type AmountCandidate = Place & {
  /** Minor units, with its printed sign. */
  value: number
  text: string
  /** Digits printed behind the decimal mark. */
  decimals: number
  hasCurrency: boolean
  confidence: number
}

export type RateCandidate = Place & { rate: number; isMarked: boolean }

export type DecimalMark = ',' | '.'

const amountMax = 10_000_000_000
const headingReachHeights = 12
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

type AmountReading = { value: number; decimals: number; hasCurrency: boolean; isGrouped: boolean }

const amountText = new RegExp(
  String.raw`^(\(|\[)?\s*(-|\+)?\s*(${currencySign})?\s*(-|\+)?\s*(\d[\d.,'’ ]*)\s*(-)?\s*(${currencySign}|[CEe])?\s*(-)?\s*(\)|\])?[.;:*|]?$`,
  'i'
)
/** "450,-", "120.--" and "450,=": no cents. */
const noCents = /(?<=\d)([.,])(?:-{1,2}|=)(?=\D*$)/
/** "19'50", as many tills print it; thousands parted by an apostrophe have three figures behind it. */
const apostropheCents = /(?<=\d)['’´`](?=\d\d(?!\d))/
/** "870.00T", "12,50B": the letter of a tax code set tight behind the cents; C and E may be a misread €. */
const taxLetter = /(?<=\d[.,]\d\d)[ABDF-Z]$/

/** "103,72 CR", "108.43 cr", "100.00CR": what stands to the customer's credit. "DR" is what is owed. */
const creditMark = /(?<=\d.{0,4})\s?(CR|DR)\.?$/i

/** Reads "1.234,56 €", "-427,59", "(12,30)", "100,00-", "EUR 1 234,56", "8.260 €"; null when it is no amount. */
export function readAmountText(text: string, mark: DecimalMark, isRecognised = false): AmountReading | null {
  const cleaned = text
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[−–—]/g, '-')
    .replace(noCents, (_, sign: string) => `${sign}00`)
    .replace(apostropheCents, mark)
    .replace(taxLetter, '')
    .trim()
  const credit = creditMark.exec(cleaned)?.[1]?.toLowerCase()
  const match = amountText.exec(credit ? cleaned.replace(creditMark, '') : cleaned)
  if (!match) return null
  const trailing = match[7]
  if (trailing && /^[CE]$/i.test(trailing) && !isRecognised) return null
  const figure = splitFigure((match[5] ?? '').trim(), mark, isRecognised)
  if (!figure || figure.minor > amountMax) return null
  // "… el 15 % de IRPF (144,00 €):" says nothing of a sign.
  const isBracketed = match[1] === '(' && match[9] === ')' && !/[:;]$/.test(cleaned)
  const isNegative = [match[2], match[4], match[6], match[8]].includes('-') || isBracketed || credit === 'cr'
  return {
    value: isNegative ? 0 - figure.minor : figure.minor,
    decimals: figure.decimals,
    isGrouped: figure.isGrouped,
    hasCurrency: Boolean(match[3] ?? trailing),
  }
}

function splitFigure(digits: string, mark: DecimalMark, isRecognised: boolean) {
  const text = digits.replace(/[.,'’ ]+$/, '')
  const parts = isRecognised ? splitRecognised(text, mark) : splitPrinted(text, mark)
  if (!parts) return null
  const fraction = `${parts.fraction}00`.slice(0, 2)
  const roundsUp = Number(parts.fraction[2] ?? '0') >= 5 ? 1 : 0
  return {
    minor: Number(parts.whole) * 100 + Number(fraction) + roundsUp,
    decimals: parts.fraction.length,
    isGrouped: parts.isGrouped,
  }
}

type FigureParts = { whole: string; fraction: string; isGrouped: boolean }

function splitPrinted(text: string, mark: DecimalMark): FigureParts | null {
  const other = mark === ',' ? '.' : ','
  for (const decimal of [mark, other]) {
    const grouping = decimal === ',' ? "[.'’ ]" : "[,'’ ]"
    // "12,66,800.00": India parts hundreds of thousands by two figures.
    const indian = decimal === '.' ? '\\d{1,2}(?:,\\d{2})+,\\d{3}|' : ''
    const pattern = new RegExp(`^(${indian}\\d{1,3}(?:${grouping}\\d{3})+|\\d+)(?:\\${decimal}(\\d{1,4}))?$`)
    const match = pattern.exec(text)
    if (!match) continue
    const whole = match[1] ?? ''
    const fraction = match[2] ?? ''
    // With the other mark a group of three is a thousand of this document, not decimals of the other kind.
    if (decimal === other && fraction.length !== 2) continue
    return { whole: whole.replace(/\D/g, ''), fraction, isGrouped: /\D/.test(whole) }
  }
  return null
}

/** Recognition takes commas for dots and adds blanks: two digits behind the last mark are always cents. */
function splitRecognised(text: string, mark: DecimalMark): FigureParts | null {
  const match = /^(\d[\d.,'’ ]*?)\s?[.,]\s?(\d{2})$/.exec(text)
  if (match) {
    const groups = (match[1] ?? '').split(/[.,'’ ]+/)
    const isGrouped = groups.length > 1
    if (isGrouped && !groups.slice(1).every((group) => group.length === 3)) return null
    return { whole: groups.join(''), fraction: match[2] ?? '', isGrouped }
  }
  return splitPrinted(text, mark)
}

/** Every tax rate of the document: numbers with a per cent sign, and bare small numbers as weak ones. */
export function findRates(layout: DocumentLayout): RateCandidate[] {
  return layout.lines.flatMap((line) =>
    line.segments.flatMap((segment) =>
      segment.words.flatMap((word, index) =>
        rateAt(segment.words, word, index, line, layout.source === 'recognised')
      )
    )
  )
}

/** A bare number under a heading such as "% IVA" or "Tipo" is as good as one with its sign. */
export function markHeadedRates(
  rates: RateCandidate[],
  labels: LabelHit[],
  layout: DocumentLayout
): RateCandidate[] {
  const headings = labels.filter((label) => label.kinds.includes('rate'))
  const isUnder = (rate: RateCandidate, label: LabelHit) =>
    label.page === rate.page &&
    label.y1 <= rate.y0 + 2 &&
    rate.y0 - label.y1 < headingReachHeights * layout.textHeight &&
    Math.min(label.x1, rate.x1) - Math.max(label.x0, rate.x0) > 0
  return rates.map((rate) =>
    rate.isMarked || !headings.some((label) => isUnder(rate, label) || headsInOrder(label, rate, layout))
      ? rate
      : { ...rate, isMarked: true }
  )
}

/** "2196", "10°/o", "4*%": what recognition makes of a per cent sign after the usual rates. */
const misreadPercent =
  /^(21|10|4|5[.,]2|1[.,]4|0[.,]5|7|3|15|19)(96|9%|%6|°\/[o0]|º\/[o0]|[o0]\/[o0]|9\/6|\*%?|\?%)$/

/** "21 por ciento", "19 Prozent", "20 per cent". */
const spelledPercent =
  /^(por ?ciento|por ?cento|por 100|per ?cent|per ?cento|pour ?cent|pour 100|prozent|procent|pct|v\. ?h\.)(?!\p{L})/iu

/** "IVA21%", "IVA(21%)", "@20%", "21%IVA": a rate set tight against the word it belongs to. */
const gluedRate =
  /^[^\d%]{1,14}?(\d{1,2}(?:[.,]\d{1,4})?%)[)\].,;:]*$|^[(@]?(\d{1,2}(?:[.,]\d{1,4})?%)\p{L}[\p{L}.]{1,8}$/u

function rateAt(
  words: Word[],
  word: Word,
  index: number,
  line: Line,
  isRecognised: boolean
): RateCandidate[] {
  const printed = isRecognised ? word.text.replace(misreadPercent, '$1%') : word.text
  const text = printed.replace(gluedRate, '$1$2')
  // "%21": Basque has the sign before the figure.
  const match = /^[([]?[-−+]?(\d{1,2}(?:[.,]\d{1,4})?)\s?(%?)\s?[)\].,;:]*$/.exec(
    text.replace(/^([([]?)%(\d[\d.,]*)/, '$1$2%')
  )
  if (!match) return []
  const next = words[index + 1]
  const isMarked =
    match[2] === '%' ||
    /^%/.test(next?.text ?? '') ||
    /^%$/.test(words[index - 1]?.text ?? '') ||
    spelledPercent.test([next?.text, words[index + 2]?.text].join(' '))
  const rate = Number.parseFloat((match[1] ?? '').replace(',', '.'))
  const own = isMarked && match[2] !== '%' && next && /^%/.test(next.text) ? [word, next] : [word]
  return rate <= 50 ? [{ ...placeOf(own, line.index), rate, isMarked }] : []
}
