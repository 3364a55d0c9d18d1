import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { amountKinds } from '#app/reading/labels/label_kinds'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { boostOf } from '#app/reading/learned/boosts'
import { emptyField, type ReadField, type ReadFields, type ReadTaxType } from '#app/reading/reading_types'
import { type AmountEvidence, strengthOfAny, weighAmounts } from '#app/reading/solver/amount_evidence'
import { labelledSums } from '#app/reading/solver/labelled_sums'
import { asOutlay, outlayLines } from '#app/reading/solver/outlay_lines'
import type { Solution, SolverInput } from '#app/reading/solver/solution'
import { solveTotals } from '#app/reading/solver/solve_totals'
import { splitTaxes } from '#app/reading/solver/split_taxes'
import { isLeftOut } from '#app/reading/stages'

const amountsMax = 400
const taxKinds = ['tax', 'igic', 'ipsi'] as const

export type ReadTotals = Pick<ReadFields, 'taxBase' | 'taxes' | 'taxTotal' | 'withholding' | 'total'> & {
  solution: Solution | null
  amounts: AmountEvidence[]
}

const zeroTaxText =
  /\bexent[oa]|\bexempcion|\bexencion|no sujet[oa]|inversion del sujeto pasivo|inversio del subjecte|reverse[ -]?charge|steuerschuldnerschaft|steuerfrei|umsatzsteuerbefreit|autoliquidation|intracomunitari|intra-community|btw verlegd|\b(iva|vat|igic|tva|mwst|ust|btw)\b[^\n]{0,12}\b0([.,]0+)? ?%|\b0([.,]0+)? ?% (iva|vat|igic|tva|mwst|ust)|\bexempt|exonere|tva non applicable|kleinunternehmer|\besenti?\b|\bisent[oa]s?\b|keine (umsatzsteuer|mehrwertsteuer|mwst|ust)|von der (umsatzsteuer|mehrwertsteuer) befreit|ohne (umsatzsteuer|mwst|ust)\b(?=.{0,40}§ ?19)|vrijgesteld|btw vrij|non soggett[oa]|fuori campo|nao sujeit|franquicia|zerga salbuetsi|zero rated|outside the scope|art(iculo|\.)? ?20\b/
/** "21 % IVA incluido", "inkl. 19 % MwSt.": a tax above nought is spoken of. */
const chargedTaxText =
  /(?<![\d.,])[1-9]\d?([.,]\d+)? ?% ?(de )?(i\.?v\.?a|igic|ipsi|vat|tva|mwst|ust|umsatzsteuer|mehrwertsteuer|btw)\b|\b(iva|igic|ipsi|vat|tva|mwst|ust|umsatzsteuer|mehrwertsteuer|btw)\b.{0,12}(?<![\d.,])[1-9]\d?([.,]\d+)? ?%/
const withholdingText = /\birpf\b|\bpfez\b|i\.r\.p\.f|retencio|ritenuta|retencao|\birnr\b|withholding/

/** The sums at the foot: the combination of printed amounts that adds up and that the labels support best. */
export function readTotals(material: ReadingMaterial): ReadTotals {
  const headed = outlayLines(material)
  const amounts = weighAmounts(material.amounts, material.labels, material.layout).map((amount) =>
    withLearned(headed.has(amount.line) ? asOutlay(amount) : amount, material)
  )
  const text = material.foldedText
  const input: SolverInput = {
    amounts: amounts.length > amountsMax ? amounts.filter(isNamed).slice(-amountsMax) : amounts,
    rates: material.rates,
    vocabulary: { mentions: mentionedTaxes(text, material.rates) },
    zeroTax: zeroTaxOf(amounts, text),
    usualRates: material.context.known?.rates ?? [],
    isRecognised: material.layout.source === 'recognised',
    mentionsWithholding:
      withholdingText.test(text) ||
      material.labels.some((label) => label.kinds.includes('withholding') && label.text.length > 3),
  }
  const solutions = isLeftOut('sums') ? labelledSums(input) : solveTotals(input)
  const best = solutions[0]
  const solution = best && !isLeftOut('sums') ? splitTaxes(best, input) : (best ?? null)
  if (!solution) return { ...nothing(), solution, amounts }
  const fields = toFields(solution, solutions, material)
  return { ...fields, total: lessIfOutnamed(fields.total, solution, amounts), solution, amounts }
}

const learnedKinds = [
  ['total', 'total'],
  ['taxBase', 'base'],
  ['withholding', 'withholding'],
  ['lineAmount', 'lineAmount'],
] as const
/** What was learned names an amount more strongly than any label. */
const learnedWeight = 1.4

function withLearned(amount: AmountEvidence, material: ReadingMaterial): AmountEvidence {
  if (material.learned.length === 0) return amount
  const strengths = new Map(amount.strengths)
  for (const [field, kind] of learnedKinds) {
    const boost = boostOf(field, amount, amount.text, material)
    if (boost > 0) strengths.set(kind, Math.max(strengths.get(kind) ?? 0, learnedWeight * boost))
  }
  return { ...amount, strengths }
}

/** A printed tax is stronger than any wording about operations without one. */
function zeroTaxOf(amounts: AmountEvidence[], text: string): SolverInput['zeroTax'] {
  if (printsTax(amounts)) return 'printed'
  if (zeroTaxText.test(text)) return 'stated'
  const isTaxed = chargedTaxText.test(text) || amounts.some((one) => strengthOfAny(one, taxKinds) > 0.3)
  return isTaxed ? 'no' : 'unmentioned'
}

/** Whether an amount is named as a tax and as nothing else; "0 % de IVA sobre 500,00" names a base. */
function printsTax(amounts: AmountEvidence[]): boolean {
  const isTax = (amount: AmountEvidence) => {
    const tax = strengthOfAny(amount, taxKinds)
    return tax > 0.5 && tax >= 0.8 * strengthOfAny(amount, amountKinds)
  }
  const sums = new Set(
    amounts
      .filter(
        (amount) => !isTax(amount) && strengthOfAny(amount, ['base', 'total', 'gross', 'lineAmount']) > 0.5
      )
      .map((amount) => amount.value)
  )
  return amounts.some((amount) => amount.value !== 0 && isTax(amount) && !sums.has(amount.value))
}

/** On long invoices only what a label of the foot names can be part of it. */
function isNamed(amount: AmountEvidence): boolean {
  return strengthOfAny(amount, amountKinds) > 0.25
}

const peninsularRates = [21, 10, 4]
/** Postcodes of the Canary Islands, and of Ceuta and Melilla. */
const territories: [RegExp, ReadTaxType][] = [
  [/\b3[58]\d{3} \p{L}/u, 'IGIC'],
  [/\b5[12]\d{3} \p{L}/u, 'IPSI'],
]

/** "gravadas con IGIC, no con IVA", "no sujeto a IVA": the tax that is not charged. */
const untaxedText =
  /\b(no|sin|ni|nunca|exent[oa]s? de|not|without)( con| a| de| al| el| the| subject to| sujet[oa]s?)*( i\.?v\.?a\b| vat\b)/g

function mentionedTaxes(text: string, rates: ReadingMaterial['rates']): Set<ReadTaxType> {
  const mentions = new Set<ReadTaxType>()
  const spoken = text.replace(untaxedText, '')
  if (/\b[i1l]\.? ?g\.? ?[i1l]\.? ?c\b/.test(text)) mentions.add('IGIC')
  if (/\bipsi\b|i\.p\.s\.i/.test(text)) mentions.add('IPSI')
  if (/\b(iva|vat|mwst|ust|tva|btw|ive|bez)\b|i\.v\.a/.test(spoken)) mentions.add('IVA')
  if (mentions.size === 0 && !rates.some((one) => one.isMarked && peninsularRates.includes(one.rate)))
    for (const [postcode, type] of territories) if (postcode.test(text)) return new Set([type])
  if (/recargo|\br\.? ?e\.?\b|rec\. ?equiv|r\. ?equiv/.test(text)) mentions.add('RE')
  return mentions
}

/** How far the best combination stands out from the next that differs in one field, and whether it adds up at all. */
function certaintyOf(solution: Solution, all: Solution[], part: (one: Solution) => unknown): number {
  const rival = all.find((one) => part(one) !== part(solution))
  const lead = solution.score - (rival?.score ?? 0)
  const reading = Math.min(
    ...[solution.totalFrom, solution.baseFrom].map((amount) => amount?.confidence ?? 0.8)
  )
  const base = solution.addsUp ? (solution.rows.length > 0 ? 0.8 : 0.66) : 0.35
  return Math.min(0.995, base + 0.2 * Math.min(1, Math.max(0, lead))) * (0.75 + 0.25 * reading)
}

function taxesOf({ rows }: Solution): string {
  return rows
    .map((row) => `${row.type}${row.rate}:${row.base}:${row.amount}`)
    .toSorted()
    .join('+')
}

function toFields(solution: Solution, all: Solution[], material: ReadingMaterial) {
  const certainty = (part: (one: Solution) => unknown) => certaintyOf(solution, all, part)
  const box = (amount: AmountEvidence | null) => (amount ? toFieldBox(amount.words, material.layout) : [])
  const field = <T>(value: T, confidence: number, from: (AmountEvidence | null)[]): ReadField<T> => ({
    value,
    confidence,
    method: 'sum',
    boxes: from.flatMap(box),
  })
  const rows = solution.rows.map(({ type, rate, base, amount }) => ({ type, rate, base, amount }))
  const { withholding } = solution
  return {
    taxBase: field(solution.base, certainty((one) => one.base) * (solution.baseFrom ? 1 : 0.9), [
      solution.baseFrom,
    ]),
    taxes: field(
      rows,
      certainty(taxesOf),
      solution.rows.map((row) => row.amountFrom)
    ),
    taxTotal: field(
      solution.taxTotal,
      certainty((one) => one.taxTotal),
      solution.rows.map((row) => row.amountFrom)
    ),
    withholding: withholding
      ? field(
          { rate: withholding.rate, base: withholding.base, amount: Math.abs(withholding.amount) },
          certainty((one) => one.withholding?.amount ?? 0),
          [withholding.from]
        )
      : emptyField<never>(
          Math.max(
            certainty((one) => one.withholding?.amount ?? 0),
            0.9
          ),
          'sum'
        ),
    total: field(
      solution.total,
      certainty((one) => one.total),
      [solution.totalFrom]
    ),
  }
}

const outnamedBy = 0.4
const outnamedCertainty = 0.6

/** A sum that adds up is not sure to be the total where the label of the total stands at another amount. */
function lessIfOutnamed(
  total: ReadField<number>,
  { totalFrom, total: value }: Solution,
  amounts: AmountEvidence[]
): ReadField<number> {
  const named = totalFrom ? strengthOfAny(totalFrom, ['total']) : 0
  const isOutnamed = amounts.some(
    (one) => one.value !== value && strengthOfAny(one, ['total']) > Math.max(named, 0.5) + outnamedBy
  )
  return isOutnamed ? { ...total, confidence: total.confidence * outnamedCertainty } : total
}

function nothing() {
  return {
    taxBase: emptyField<number>(0),
    taxes: emptyField<never[]>(0),
    taxTotal: emptyField<number>(0),
    withholding: emptyField<never>(0.5),
    total: emptyField<number>(0),
  }
}
