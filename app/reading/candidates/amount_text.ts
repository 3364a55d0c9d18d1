import { currencySign } from '#app/reading/candidates/currency_signs'

export type DecimalMark = ',' | '.'

const amountMax = 10_000_000_000

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
