import type { RateCandidate } from '#app/reading/candidates/find_rates'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'
import type { TaxRow, TaxVocabulary } from '#app/reading/solver/tax_rows'

export type WithheldAmount = { rate: number; base: number; amount: number; from: AmountEvidence | null }

/** One way to read the foot of the invoice: base + taxes - withholding + outlays = total, with where each is printed. */
export type Solution = {
  base: number
  baseFrom: AmountEvidence | null
  rows: TaxRow[]
  taxTotal: number
  withholding: WithheldAmount | null
  outlays: number
  total: number
  totalFrom: AmountEvidence | null
  score: number
  addsUp: boolean
}

export type SolverInput = {
  amounts: AmountEvidence[]
  rates: RateCandidate[]
  vocabulary: TaxVocabulary
  /** What the document says about having no tax; 'printed' when it prints the amount of one. */
  zeroTax: 'stated' | 'unmentioned' | 'no' | 'printed'
  mentionsWithholding: boolean
  /** The rates that this supplier usually charges, when it is known. */
  usualRates: readonly number[]
  /** Recognised figures may be misread: a sum that differs from the print in one digit repairs it. */
  isRecognised: boolean
}
