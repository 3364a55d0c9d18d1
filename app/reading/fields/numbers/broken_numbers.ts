import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Line, Word } from '#app/reading/layout/layout_types'
import { overlapOf } from '#app/reading/layout/page_geometry'

const tailGapHeights = 1.2

/** A number that the printer broke after its dash goes on at the beginning of the next line. */
export function withBrokenTail(run: Word[], material: ReadingMaterial): Word[] {
  const last = run.at(-1)
  if (!last || !/[-/]$/.test(last.text)) return run
  const next = material.layout.lines.find(
    (line) =>
      line.page === last.page &&
      line.y0 > last.y0 + 2 &&
      line.y0 - last.y1 < tailGapHeights * (last.y1 - last.y0) &&
      line.words.some((word) => Math.abs(word.x0 - (run[0]?.x0 ?? 0)) < 40)
  )
  const tail = next?.words.find((word) => /^\d/.test(word.text))
  const line = material.layout.lines.find((one) => one.words.includes(last))
  const atStart = tail || !line ? [] : withTailAtStart(last, line, material)
  return tail ? [...run, tail] : [...run, ...atStart.slice(1)]
}

/** "Factura n.º INV-" over "988568": a number broken at the end of its line goes on where the line began. */
export function withTailAtStart(word: Word, line: Line, material: ReadingMaterial): Word[] {
  const segment = line.segments.find((one) => one.words.at(-1) === word)
  if (!segment) return []
  const next = material.layout.lines
    .slice(line.index + 1, line.index + 4)
    .filter((one) => one.page === line.page && one.y0 - line.y1 < line.height)
    .flatMap((one) => one.segments)
    .find((one) => Math.abs(one.x0 - segment.x0) < line.height * 0.5)
  const [tail] = next?.words ?? []
  return tail && next?.words.length === 1 && /^\d[A-Z\d/-]*$/.test(tail.text) ? [word, tail] : []
}

/** "INV-" over "911084": a number that the width of its column broke after the dash. */
export function withTailBelow(run: Word[], material: ReadingMaterial): Word[] {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return run
  if (!/[-/]$/.test(last.text)) return withNumberBelow(run, material)
  const height = last.y1 - last.y0
  const tail = material.layout.words.find(
    (word) =>
      word.page === last.page &&
      word.y0 > last.y0 + height * 0.5 &&
      word.y0 - last.y1 < height * tailGapHeights &&
      overlapOf([word.x0, word.x1], [first.x0 - height, last.x1 + height]) > 0 &&
      /^[A-Z0-9][A-Z0-9/-]*$/i.test(word.text) &&
      /\d/.test(word.text)
  )
  return tail ? [...run, tail] : run.some((word) => /\d/.test(word.text)) ? run : []
}

const seriesLettersMax = 8

/** "26/C" over "4410", "FAC 2026" over "21806": a series whose number went to the next line of its cell. */
function withNumberBelow(run: Word[], material: ReadingMaterial): Word[] {
  const [first, last] = [run[0], run.at(-1)]
  const text = run.map((word) => word.text).join('')
  if (!first || !last || text.length > seriesLettersMax || !/\p{L}|\/|^20\d\d$/u.test(text)) return run
  const height = last.y1 - last.y0
  const tail = material.layout.lines
    .filter(
      (line) =>
        line.page === last.page && line.y0 > last.y0 + height * 0.5 && line.y0 - last.y1 < height * 0.6
    )
    .flatMap((line) => line.segments)
    .find((segment) => overlapOf([segment.x0, segment.x1], [first.x0, last.x1]) > 0)
  const [only] = tail?.words ?? []
  return only && tail?.words.length === 1 && /^\d{3,}$/.test(only.text) ? [...run, only] : run
}
