import type { TaxIdCandidate } from '#app/invoices/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { Segment, Word } from '#app/invoices/reading/layout/layout_types'

/**
 * The segments around a tax number that speak of its owner: its block from below the tax number before (another
 * party's) down to above the name that begins the next one. Two addresses printed without a gap are one block.
 */
export function partyBlock(id: TaxIdCandidate, material: ReadingMaterial): Segment[] {
  const block = material.blocks.find((one) =>
    one.segments.some((segment) => segment.words.includes(id.words[0] as Word))
  )
  if (!block) return []
  const others = material.taxIds.filter(
    (one) =>
      one.id !== id.id && block.segments.some((segment) => segment.words.includes(one.words[0] as Word))
  )
  const before = Math.max(-1, ...others.map((one) => one.line).filter((line) => line < id.line))
  const isShared = others.some((one) => one.line > id.line)
  return block.segments.filter((segment) => segment.line > before && (!isShared || segment.line <= id.line))
}
