import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { findDetailTable } from '#app/reading/lines/find_detail_rows'
import { provenQuantities } from '#app/reading/lines/proven_quantities'
import {
  leadingQuantities,
  readQuantity,
  withoutLeading,
  withoutOwnQuantity,
} from '#app/reading/lines/read_quantity'
import { wholeAmounts } from '#app/reading/lines/whole_amounts'
import type { ReadField, ReadLine } from '#app/reading/reading_types'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'
import type { Solution } from '#app/reading/solver/solution'

/** The detail lines, and whether they add up to a sum of the foot. Amounts are as printed, before taxes as a rule. */
export function readLines(
  amounts: AmountEvidence[],
  solution: Solution | null,
  material: ReadingMaterial
): { field: ReadField<ReadLine[]>; addsUp: boolean } {
  const table = findTable(amounts, solution, material)
  if (!table) return { field: { value: [], confidence: 0.3, method: 'none', boxes: [] }, addsUp: false }
  const own = table.rows.map((row) => withoutOwnQuantity(row, material))
  const led = leadingQuantities(own)
  const rows = withoutLeading(own)
  const printed = rows.map((row, at) => readQuantity(row, material) ?? led[at] ?? null)
  const quantities = provenQuantities(rows, printed, material)
  const lines = rows.map((row, at) => {
    const quantity = quantities[at] ?? null
    return {
      description: row.description,
      ...(quantity === null ? {} : { quantity }),
      amount: row.amount.value,
    }
  })
  const boxes = rows.flatMap((row) =>
    toFieldBox([...row.descriptionWords, ...row.amount.words], material.layout)
  )
  return {
    field: {
      value: lines,
      confidence: table.isClear ? (table.addsUp ? 0.9 : 0.5) : 0.3,
      method: table.addsUp ? 'sum' : 'table',
      boxes,
    },
    addsUp: table.addsUp,
  }
}

/** The table of goods; where none adds up, with figures without cents as its amounts when those do. */
function findTable(amounts: AmountEvidence[], solution: Solution | null, material: ReadingMaterial) {
  const table = findDetailTable(amounts, solution, material)
  const isWhole = solution !== null && solution.base % 100 === 0
  if (table?.addsUp || !isWhole) return table
  const whole = wholeAmounts(amounts, material)
  const other = whole.length > 0 ? findDetailTable([...amounts, ...whole], solution, material) : null
  return other?.addsUp && other.isClear ? other : table
}
