import type { ReadInvoice } from '#app/reading/reading_types'

type Read = Pick<ReadInvoice, 'fields' | 'increasesDebt'>

/** Whether what was read takes from the debt: its amounts are kept negative. A corrective invoice may add to it (arts. 80, 89 LIVA). */
export function isCredit({ fields, increasesDebt = false }: Read): boolean {
  return fields.documentType.value === 'credit_note' && !increasesDebt
}

/**
 * Brings an amount that was read to the sign in which it is kept. A credit note prints its amounts positive or negative: all are
 * turned alike, so that a contrary line stays contrary. Where its parts only add up without their signs, each counts as given back.
 */
export function keptSign(read: Read): (minor: number) => number {
  if (!isCredit(read)) return (minor) => minor
  const { taxBase, taxes, withholding, total } = read.fields
  const turn = (total.value ?? taxBase.value ?? 0) > 0 ? -1 : 1
  const taxed = (taxes.value ?? []).reduce((sum, tax) => sum + tax.amount, taxBase.value ?? 0)
  // What is withheld is read without a sign.
  const expected = taxed * turn + Math.abs(withholding.value?.amount ?? 0)
  const kept = (total.value ?? 0) * turn
  const isMixed = taxBase.value !== null && Math.sign(taxBase.value * turn) > 0 && expected !== kept
  if (isMixed) return (minor) => noZero(-Math.abs(minor))
  return (minor) => noZero(minor * turn)
}

const noZero = (minor: number) => (minor === 0 ? 0 : minor)
