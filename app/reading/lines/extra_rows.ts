import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { DetailRow } from '#app/reading/lines/detail_rows'
import type { DetailTable } from '#app/reading/lines/row_runs'
import { fold } from '#app/reading/pages/text_forms'
import { type AmountEvidence, strengthOf } from '#app/reading/solver/amount_evidence'

const chargeWords =
  /\b(portes|gastos de envio|envio|embalaje|fracht\w*|versand\w*|freight|shipping|carriage|frais de port|zuschlag|abschlag|verpackung|rabatt|remise|korting|sconto|skonto|dto|descuento|descompte|desconto|a deducir|anticipo|anticip|bonificacion)\b/

/** Discounts and charges on the whole that follow the goods are no lines when the sum of the goods is printed. */
export function withoutExtras(
  table: DetailTable,
  amounts: AmountEvidence[],
  foot: Set<number>,
  material: ReadingMaterial
): DetailTable {
  const gross = new Set(
    amounts.filter((amount) => strengthOf(amount, 'gross') > 0.5).map((amount) => amount.value)
  )
  let sum = 0
  for (const [index, row] of table.rows.entries()) {
    sum += row.amount.value
    const rest = table.rows.slice(index + 1)
    const isSummed = gross.has(sum) || isSubtotal(sum, row, rest, amounts, foot)
    if (rest.length > 0 && isSummed && rest.every((one) => isExtra(one, material)))
      return { ...table, rows: table.rows.slice(0, index + 1) }
  }
  return table
}

/** "Total brut HT   39 390,00" or "Positionssumme   850,00": the goods alone, as a sum of its own after them. */
function isSubtotal(
  sum: number,
  row: DetailRow,
  rest: DetailRow[],
  amounts: AmountEvidence[],
  foot: Set<number>
): boolean {
  return amounts.some(
    ({ value, line }) =>
      value === sum && line > row.amount.line && (foot.has(line) || line < (rest[0]?.amount.line ?? 0))
  )
}

function isExtra(row: DetailRow, material: ReadingMaterial): boolean {
  const isDiscount = material.labels.some(
    (label) =>
      label.line === row.line.index &&
      label.kinds.some((kind) => kind === 'discount' || kind === 'advance') &&
      label.x0 < row.amount.x0
  )
  return isDiscount || chargeWords.test(fold(row.description))
}
