import {
  clausesOf,
  hasUnticked,
  isLeftBlank,
  isNumberedOtherwise,
  joined,
  plainOf,
  saidOf,
  wordsOf,
} from '#app/reading/fields/paid_text'
import {
  arrivedWord,
  charged,
  documents,
  fillers,
  headings,
  madeWord,
  moneyWord,
  negation,
  nothingDue,
  offset,
  ofOther,
  ofPortuguese,
  paidPlural,
  paidWord,
  partly,
  paymentMade,
  stampWord,
  supposed,
  taxes,
  thanked,
  twofoldWord,
  ways,
} from '#app/reading/fields/paid_words'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { moneyTaken, notToldOfPaying } from '#app/reading/fields/told_payment'
import type { Line, Segment } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'

/** In a Portuguese document "pago" is a participle; of a credit nothing is to be paid, whoever says so. */
type Page = { isPortuguese: boolean; isCredit: boolean; text: string; lastYear: number }

/** What the words of a document say of having been paid: that it was, nothing, or what only a person can tell. */
export type Paid = 'paid' | 'unsure' | 'no'

const portuguese = /\bfatura\b|\bcontribuinte\b|\brecibo\b.*\bnif\b.*\bvalor\b/
const monthStart =
  '(ene|jan|gen|feb|fev|mar|abr|apr|avr|may|mai|mag|jun|juin|giu|jul|juil|lug|ago|aug|aou|sep|set|oct|okt|out|ott|nov|dic|dec|dez|des)[a-z]*'
const dayText = new RegExp(
  `\\b(0?[1-9]|[12]\\d|3[01])[./-](0?[1-9]|1[0-2])([./-]\\d{2,4})?\\b|\\d{4}-\\d{2}-\\d{2}|\\b\\d{1,2}\\.? (de )?${monthStart}\\b|\\b${monthStart} \\d{1,2}\\b`
)
const cardText =
  /\b(tarjeta|targeta|tarxeta|visa|mastercard|amex|card|carte|kreditkarte|carta|cartao)\b.{0,24}(\*{2,}|x{4}|•{2,}|\.{4}|terminad[ao] en|acabad[ao] en|acabada amb|ending (in|with)|endend auf|se terminant par|terminante con|terminad[ao] em)[ -]?\d{4}/
const onTerms = /\ba \d+ dias\b|vencimiento|caduc|expir/
const auxiliary =
  /\b(ha sido|fue|esta|se encuentra|queda|has been|have been|was|is|wurde|ist|a ete|est|e stat[ao]|stat[ao]|foi|ya|already|bereits|deja|gia|ja|xa|reeds|ha estat|dago)\b/
const ofThisDocument =
  /\b(factura|fra|recibo|importe|pago|invoice|amount|payment|bill|rechnung|betrag|facture|montant|paiement|fattura|importo|pagamento|fatura|factuur|bedrag|faktura)\b/
const sentenceWordsMax = 16
const yearsAheadMax = 2
const hintWordsMax = 10
const proseWordsMin = 5

/**
 * Whether the words of a page say that the invoice is paid. What names a sum ("Pagado   0,00") says how much, not that; what
 * is told as a condition, a plan or of something else ("si ya está pagada", "IVA pagado") says nothing. A sum that is the whole
 * total parts nothing: "Recibimos 1.210,00 € por transferencia".
 */
export function saysPaid({ layout, amounts, dates, foldedText }: ReadingMaterial, total: number): Paid {
  const page = {
    isPortuguese: portuguese.test(foldedText),
    isCredit: total < 0,
    text: foldedText,
    lastYear: Math.min(...dates.map(({ day }) => Number(day.slice(0, 4)))) + yearsAheadMax,
  }
  const found = layout.lines.flatMap((line, at) => {
    const sums = amounts.filter(
      (amount) =>
        amount.line === line.index && Math.abs(amount.value) !== Math.abs(total) && !isDayOfLine(amount, line)
    )
    const holdsSum = (segment: Segment | undefined) =>
      segment !== undefined && sums.some((one) => one.words.some((word) => segment.words.includes(word)))
    const alone = line.segments.filter((one, place) => !holdsSum(one) && !holdsSum(line.segments[place + 1]))
    const cells = alone.map(({ text }) => text)
    const texts = hasUnticked(line.text) ? [line.text] : sums.length === 0 ? [line.text, ...cells] : cells
    return texts.map(saidOf).flatMap((text) => verdicts(text, line, layout.lines[at - 1], page))
  })
  if (found.includes('paid')) return 'paid'
  const summed = new Set(amounts.map(({ line }) => line))
  const isToldOverLines = joined(layout.lines, summed).some((text) => isStated(plainOf(text), page))
  if (isToldOverLines) return 'paid'
  return found.includes('unsure') ? 'unsure' : 'no'
}

/** "Pagado el 12.11", "bezahlt am 12.11.": a day that also reads as a sum. */
export const isDayOfLine = ({ text }: { text: string }, line: Line | undefined): boolean =>
  /^\d{1,2}\.\d{1,2}\.?$/.test(text) &&
  new RegExp(`\\b(el|dia|am|vom|le|il|on|op|em|del?)\\W+${text.replaceAll('.', '\\.')}`).test(
    fold(line?.text ?? '')
  )

/**
 * What each clause of a text says. One that begins small goes on from the line above; one under a long line that ends no
 * sentence may ("… wird per" over "Lastschrift abgebucht"): where that line speaks of a plan, nothing is sure.
 */
function verdicts(text: string, line: Line, above: Line | undefined, page: Page): Paid[] {
  const opens = line.text.trim().startsWith(text.trim())
  const isOpen = above !== undefined && above.page === line.page && !/[.;!?:]\s*$/.test(above.text)
  const before = opens && isOpen && above.words.length > 2 ? (clausesOf(above.text).at(-1) ?? '') : ''
  const goesOn = /^\p{Ll}/u.test(text.trim())
  const clauses = clausesOf(before !== '' && goesOn ? `${before} ${text}` : text)
  const said = clauses.map((one) => paidIn(one, page))
  const mayGoOn = !goesOn && before.split(' ').length >= proseWordsMin && /\p{Ll}$/u.test(before)
  if (!mayGoOn || said[0] !== 'paid' || !supposed.test(plainOf(before))) return said
  return ['unsure', ...said.slice(1)]
}

function paidIn(printed: string, page: Page): Paid {
  const { isPortuguese, isCredit } = page
  if (isLeftBlank(printed)) return 'no'
  const whole = plainOf(printed)
  const text = whole.replace(nothingDue, ' ').replace(/\s+/g, ' ').trim()
  const isNothingDue = text !== whole
  const all = wordsOf(text)
  const isPast = paymentMade.test(text)
  const paid = all.filter(
    (word) =>
      (paidWord.test(word) && (isPortuguese || !ofPortuguese.test(word))) ||
      paidPlural.test(word) ||
      (isPast && madeWord.test(word))
  )
  const isDenied = isSupposed(text, paid)
  if (isDenied || taxes.test(text) || notToldOfPaying.test(text)) return 'no'
  if (paid.length === 0) {
    const isCard = cardText.test(text) && !onTerms.test(text)
    const isHint =
      (isNothingDue && !isCredit) ||
      thanked.test(text) ||
      moneyTaken.test(text) ||
      isCard ||
      ((offset.test(text) || charged.test(text)) && all.length <= sentenceWordsMax)
    return isHint ? 'unsure' : 'no'
  }
  const isOfOther = all.length > sentenceWordsMax || ofOther.test(text)
  const said = isOfOther
    ? isPaidOnDelivery(text, all, paid)
    : judge({ text, all, paid, isPast, page, isCapital: printed === printed.toUpperCase() })
  if (said === 'no' && (moneyTaken.test(text) || (isNothingDue && !isCredit))) return 'unsure'
  return said === 'paid' && isAhead(text, page) ? 'unsure' : said
}

const forOther = /por cuenta|on behalf|im auftrag|pour (le )?compte|per conto|por conta/

/** "Pagado en efectivo a la entrega de material": what is said of goods may be said of their price, where it says how it was paid. */
const isPaidOnDelivery = (text: string, all: string[], paid: string[]): Paid =>
  all.length <= sentenceWordsMax &&
  !forOther.test(text) &&
  all.some((word) => ways.has(word)) &&
  paid.some((word) => !twofoldWord.test(word) && !paidPlural.test(word))
    ? 'unsure'
    : 'no'

/** A day further ahead than an invoice is paid is misprinted or to come. */
const isAhead = (text: string, { lastYear }: Page): boolean =>
  [...text.matchAll(/\b20\d{2}\b/g)].some(([year]) => Number(year) > lastYear)

type Clause = {
  text: string
  all: string[]
  /** Its words of having paid. */
  paid: string[]
  isPast: boolean
  page: Page
  isCapital: boolean
}

const numbered = /\b(nº|no|n|num\w*|numero|contrato|cliente)\b|\d{4,}/
/** Beside words that nobody knows these are the customer of a supply, a receipt of goods or a payment to come as often as a payment made. */
const vague = /^(abonad[ao]|abonat|recibi|pago|paga)$/

function judge({ text, all, paid, isPast, page, isCapital }: Clause): Paid {
  const { isPortuguese } = page
  if (partly.test(text) || offset.test(text)) return 'unsure'
  const isDoubled = paid.every((word) => paidPlural.test(word))
  if (isStated(text, page)) return 'paid'
  const hasWay = all.some((word) => ways.has(word))
  const isOfMoney = hasWay || isPast || all.some((word) => moneyWord.test(word))
  if (paid.every((word) => arrivedWord.test(word)) && !isOfMoney) return 'no'
  if (negation.test(text)) return 'unsure'
  const isBacked =
    isPast || hasWay || dayText.test(text) || all.some((word) => documents.has(word) && !paid.includes(word))
  const isSure =
    isBacked ||
    paid.some((word) => !twofoldWord.test(word)) ||
    (all.every((word) => paid.includes(word) || fillers.has(word)) &&
      paid.some((word) => stampWord.test(word))) ||
    (all.length === 1 && isPortuguese)
  const isKnown = (word: string) =>
    paid.includes(word) ||
    ways.has(word) ||
    documents.has(word) ||
    headings.has(word) ||
    fillers.has(word) ||
    /^[\dx*.:/-]+h?$/.test(word)
  if (all.every(isKnown) && !isDoubled) {
    // "Abonado: 12/11" may be the number of a subscriber.
    const isBareCode = all.every((word) => twofoldWord.test(word) || /^\d{1,2}[./-]\d{1,2}$/.test(word))
    if (isSure && !(isBareCode && dayText.test(text))) return 'paid'
    if (isSure) return 'unsure'
    const isTold = all.length > 1 ? !numbered.test(text) : isCapital || paid.includes('recibi')
    return isTold && !all.includes('conforme') ? 'unsure' : 'no'
  }
  const isFirst = all.findIndex((word) => !isKnown(word)) > all.indexOf(paid[0] ?? '')
  const isHint =
    isBacked ||
    (!isDoubled &&
      paid.some((word) => (isFirst ? !vague.test(word) && !arrivedWord.test(word) : !twofoldWord.test(word))))
  return all.length <= hintWordsMax && isHint ? 'unsure' : 'no'
}

/** Whether it is told as a plan, a condition or not at all; a negation behind what was paid is of something else, or its answer. */
function isSupposed(text: string, paid: string[]): boolean {
  if (supposed.test(text)) return true
  const first = paid[0]
  if (first === undefined) return negation.test(text.replace(nothingDue, ' '))
  const [before = '', after = ''] = [
    text.slice(0, text.indexOf(first)),
    text.slice(text.indexOf(first) + first.length),
  ]
  return negation.test(before) || /^\W*(no|nein|non|nao|nee|ez|gabe)\b\W*$/.test(after)
}

/** "Esta factura ya ha sido abonada", "The invoice has been paid", "Die Rechnung wurde bereits per Kreditkarte bezahlt". */
function isStated(text: string, page: Page): boolean {
  const all = wordsOf(text)
  if (all.length > sentenceWordsMax || taxes.test(text) || ofOther.test(text) || partly.test(text))
    return false
  const subject = ofThisDocument.exec(text)
  if (!subject || isNumberedOtherwise(text, page.text)) return false
  const rest = text.slice(subject.index + subject[0].length)
  const helper = auxiliary.exec(rest.slice(0, 40))
  if (!helper) return false
  const paid = wordsOf(rest.slice(helper.index + helper[0].length)).filter(
    (word) => paidWord.test(word) || madeWord.test(word)
  )
  const isSaid = paid.some((word) => page.isPortuguese || !/^pago$/.test(word))
  return isSaid && !isSupposed(text, paid) && !negation.test(text)
}
