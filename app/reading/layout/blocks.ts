import type { DocumentLayout, Segment } from '#app/reading/layout/layout_types'
import { extentOf, overlapOf } from '#app/reading/layout/page_geometry'

/** Segments under each other that read as one paragraph, such as an address. */
export type Block = { segments: Segment[]; page: number; x0: number; y0: number; x1: number; y1: number }

/** Recognised boxes hug their letters, so that lines look further apart. */
const gapPerHeight = { text: 0.95, recognised: 1.4 }
const indentPerHeight = 1.2

/** Gathers segments into blocks, top to bottom. */
export function buildBlocks(layout: DocumentLayout): Block[] {
  const blocks: Block[] = []
  for (const line of layout.lines) {
    for (const segment of line.segments) {
      const block = blocks.findLast((one) => continues(one, segment, layout))
      if (block) Object.assign(block, extentOf([block, segment]), { segments: [...block.segments, segment] })
      else
        blocks.push({
          segments: [segment],
          page: segment.page,
          x0: segment.x0,
          y0: segment.y0,
          x1: segment.x1,
          y1: segment.y1,
        })
    }
  }
  return blocks
}

function continues(block: Block, segment: Segment, layout: DocumentLayout): boolean {
  const last = block.segments.at(-1)
  if (!last || block.page !== segment.page || last.line === segment.line) return false
  const height = Math.max(last.y1 - last.y0, segment.y1 - segment.y0)
  const smaller = Math.min(last.y1 - last.y0, segment.y1 - segment.y0)
  const gap = segment.y0 - last.y1
  const tall = layout.source === 'recognised' ? Math.max(height, layout.textHeight) : height
  if (gap > tall * gapPerHeight[layout.source] || gap < -height * 0.6) return false
  const isAligned =
    Math.abs(last.x0 - segment.x0) < smaller * indentPerHeight ||
    Math.abs(last.x1 - segment.x1) < smaller * indentPerHeight
  const centres = Math.abs(last.x0 + last.x1 - segment.x0 - segment.x1) / 2
  return isAligned || (centres < smaller * 2 && overlapOf([last.x0, last.x1], [segment.x0, segment.x1]) > 0)
}
