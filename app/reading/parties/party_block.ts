import type { TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Block } from '#app/reading/layout/blocks'
import type { Segment, Word } from '#app/reading/layout/layout_types'

const blocksOfMaterials = new WeakMap<ReadingMaterial, BlocksOfIds>()

type BlocksOfIds = { byWord: Map<Word, Block>; idsByBlock: Map<Block | undefined, TaxIdCandidate[]> }

function blocksOf(material: ReadingMaterial): BlocksOfIds {
  const known = blocksOfMaterials.get(material)
  if (known) return known
  const byWord = new Map<Word, Block>()
  for (const block of material.blocks) {
    for (const segment of block.segments) for (const word of segment.words) byWord.set(word, block)
  }
  const idsByBlock = Map.groupBy(material.taxIds, (id) => byWord.get(id.words[0] as Word))
  const found = { byWord, idsByBlock }
  blocksOfMaterials.set(material, found)
  return found
}

/**
 * The segments around a tax number that speak of its owner: its block from below the tax number before (another
 * party's) down to above the name that begins the next one. Two addresses printed without a gap are one block.
 */
export function partyBlock(id: TaxIdCandidate, material: ReadingMaterial): Segment[] {
  const { byWord, idsByBlock } = blocksOf(material)
  const block = byWord.get(id.words[0] as Word)
  if (!block) return []
  const others = (idsByBlock.get(block) ?? []).filter((one) => one.id !== id.id)
  const before = Math.max(-1, ...others.map((one) => one.line).filter((line) => line < id.line))
  const isShared = others.some((one) => one.line > id.line)
  return block.segments.filter((segment) => segment.line > before && (!isShared || segment.line <= id.line))
}
