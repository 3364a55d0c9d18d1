import { figure, type Table } from '../report.js'
import type { Judged } from './score.js'

/** Green begins at 0.95 and amber at 0.75 in the product. */
const BINS = [0, 0.5, 0.75, 0.85, 0.9, 0.95, 0.98, 1.000001]

const mean = (list: readonly Judged[], of: (one: Judged) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0) / list.length
const percent = (value: number): string => (Number.isFinite(value) ? (100 * value).toFixed(1) : '—')

/** Stated confidence against what was right, bin by bin. */
export function reliabilityTable(
  caption: string,
  before: readonly Judged[],
  after: readonly Judged[]
): Table {
  const rows = BINS.slice(0, -1).map((from, at) => {
    const to = BINS[at + 1] ?? 1
    const inBin = ({ stated }: Judged) => stated >= from && stated < to
    return [
      `${from} – ${Math.min(1, to)}`,
      ...binCells(before.filter(inBin)),
      ...binCells(after.filter(inBin)),
    ]
  })
  return {
    caption,
    columns: ['confidence', 'values before', 'stated %', 'right %', 'values after', 'stated %', 'right %'],
    rows,
  }
}

function binCells(list: Judged[]): string[] {
  if (list.length === 0) return ['0', '—', '—']
  return [
    figure(list.length).replace(/\..*/, ''),
    percent(mean(list, ({ stated }) => stated)),
    percent(mean(list, ({ right }) => right)),
  ]
}

/** Mean distance of stated and observed, weighed by the values of each bin (expected calibration error). */
export function calibrationError(judged: readonly Judged[]): number {
  return BINS.slice(0, -1).reduce((sum, from, at) => {
    const list = judged.filter(({ stated }) => stated >= from && stated < (BINS[at + 1] ?? 1))
    if (list.length === 0) return sum
    const gap = Math.abs(mean(list, ({ stated }) => stated) - mean(list, ({ right }) => right))
    return sum + (gap * list.length) / judged.length
  }, 0)
}

/** One row a field: how often right, what it stated, and what was wrong although shown green. */
export function fieldTable(caption: string, before: readonly Judged[], after: readonly Judged[]): Table {
  const fields = [...new Set(before.map(({ field }) => field))]
  return {
    caption,
    columns: [
      'field',
      'values',
      'right %',
      'stated before %',
      'stated after %',
      'green before',
      'wrong',
      'green after',
      'wrong',
    ],
    rows: fields.map((field) => {
      const own = (list: readonly Judged[]) => list.filter((one) => one.field === field)
      const [old, now] = [own(before), own(after)]
      return [
        field,
        old.length,
        percent(mean(old, ({ right }) => right)),
        percent(mean(old, ({ stated }) => stated)),
        percent(mean(now, ({ stated }) => stated)),
        ...greenCells(old),
        ...greenCells(now),
      ]
    }),
  }
}

function greenCells(list: Judged[]): number[] {
  const green = list.filter(({ stated }) => stated >= 0.95)
  return [green.length, green.filter(({ right }) => right < 1).length]
}
