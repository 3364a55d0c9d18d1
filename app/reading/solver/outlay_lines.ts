import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { amountKinds } from '#app/reading/labels/label_kinds'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

const outlayRowsMax = 8
const rowGapHeights = 3
const headedOutlay = 0.6

/** "Suplidos por cuenta del cliente" over "Registro Mercantil   118,25": the lines under a heading of outlays, down to a sum. */
export function outlayLines({ labels, layout, amounts }: ReadingMaterial): Set<number> {
  const hasAmount = (line: number) => amounts.some((one) => one.line === line && one.decimals === 2)
  const isSum = (line: number) =>
    labels.some(
      (one) =>
        one.line === line &&
        one.segment.words[0] === one.words[0] &&
        one.kinds.some((kind) => kind !== 'outlay' && amountKinds.includes(kind))
    )
  const headings = labels.filter(
    (one) => one.kinds.includes('outlay') && one.segment.words[0] === one.words[0] && !hasAmount(one.line)
  )
  const found = new Set<number>()
  for (const { line: start, page } of headings) {
    let bottom = layout.lines[start]?.y1 ?? 0
    for (const line of layout.lines.slice(start + 1, start + 1 + outlayRowsMax)) {
      const isNext = line.page === page && line.y0 - bottom < rowGapHeights * layout.textHeight
      if (!isNext || isSum(line.index) || !hasAmount(line.index)) break
      found.add(line.index)
      bottom = line.y1
    }
  }
  return found
}

/** An amount as one that a heading of outlays names. */
export function asOutlay(amount: AmountEvidence): AmountEvidence {
  const strengths = new Map(amount.strengths)
  strengths.set('outlay', Math.max(strengths.get('outlay') ?? 0, headedOutlay))
  return { ...amount, strengths }
}
