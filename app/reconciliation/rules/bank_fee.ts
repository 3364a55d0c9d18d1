/** What tells the kind of a movement: its text and what the bank's file calls it. */
export type FeeFacts = {
  normText: string
  amountMinor: number
  /** Norma 43. */
  commonConcept: string | null
  /** camt: domain/family/subfamily. */
  bankTransactionCode: string | null
}

const FEE_WORDS =
  /\b(comision(es)?|comis|com (manto|mantenimiento|admon|administracion|transf|transferencias?)|gastos? (de )?(mantenimiento|administracion|correo|devolucion|transferencias?|bancarios?)|(cuota|emision) tarjetas?|bank (fees?|charges?)|service charges?|fees?)\b/
/** Common concept 17 is of fees, and of interest and taxes as well. */
const FEE_CONCEPT = '17'
const NO_FEE_WORDS = /\b(intereses|interes|impuestos?|retencion|irpf|liquidacion)\b/
/** Subfamilies of ISO 20022: charges, fees and commissions. */
const FEE_CODE = /\/(CHRG|FEES|COMM|COME|COMI|COMT)$/

/** Whether a charge is what the bank takes for its services. */
export function isBankFee({ normText, amountMinor, commonConcept, bankTransactionCode }: FeeFacts): boolean {
  if (amountMinor >= 0) return false
  if (FEE_WORDS.test(normText) || FEE_CODE.test(bankTransactionCode ?? '')) return true
  return commonConcept === FEE_CONCEPT && !NO_FEE_WORDS.test(normText)
}
