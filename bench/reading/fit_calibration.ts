import {
  type Calibration,
  type CalibrationSource,
  calibratedConfidence,
  calibrationKey,
  statedLogOdds,
} from '#app/reading/calibrate'
import type { Judged } from './score.js'
import { solveLinear } from './solve_linear.js'

export type CalibrationTable = Record<string, Calibration>

/** How strongly a field's own offset and slope are drawn to those of all fields: a few documents do not make a rule. */
const FIELD_RIDGE = 1
/** How strongly the common slope is drawn to 1, the reader's own scale, and the common offset to 0. */
const SLOPE_RIDGE = 0.5
const OFFSET_RIDGE = 0.01
const ROUNDS = 30
const STEP_MAX = 1
/** Fields whose value needs no reading: nothing is learned about them. */
const CERTAIN_METHODS = new Set(['own company', 'known supplier', 'known account'])

/** The row of the table a judged value belongs to, null when its confidence is not calibrated. */
export function rowOf(one: Judged): string | null {
  const { field, isShown, method } = one
  if (CERTAIN_METHODS.has(method) || field === 'lines') return null
  const source = sourceOf(one)
  return source && calibrationKey(field, { value: isShown ? true : null }, source)
}

const sourceOf = ({ kind }: Judged): CalibrationSource | null =>
  kind === 'pdf-text' ? 'text' : kind === 'pdf-scan' || kind === 'image' ? 'recognised' : null

/**
 * Logistic regression of right on the log-odds stated (Platt), for values of the text layer and of recognition, given and
 * not given, apart. All fields of such a kind share an offset and a slope; each field has its own departure from them,
 * held small by ridges, so that a field with few documents follows the others.
 */
export function fitCalibration(judged: readonly Judged[]): CalibrationTable {
  const table: CalibrationTable = {}
  const kinds = Map.groupBy(
    judged.flatMap((one) => {
      const row = rowOf(one)
      return row ? [{ row, x: statedLogOdds(one.stated), right: one.right >= 1 ? 1 : 0 }] : []
    }),
    ({ row }) => row.slice(row.indexOf('/'))
  )
  for (const list of kinds.values()) Object.assign(table, fitKind(list))
  return Object.fromEntries(Object.entries(table).sort(([one], [other]) => one.localeCompare(other)))
}

interface Sample {
  row: string
  x: number
  right: number
}

/** Newton's method on the penalised likelihood. Weights: common offset and slope, then each row's departures. */
function fitKind(samples: readonly Sample[]): CalibrationTable {
  const rows = [...new Set(samples.map(({ row }) => row))]
  const size = 2 + 2 * rows.length
  const start: number[] = Array.from({ length: size }, (_, at) => (at === 1 ? 1 : 0))
  const ridges: number[] = start.map((_, at) =>
    at === 0 ? OFFSET_RIDGE : at === 1 ? SLOPE_RIDGE : FIELD_RIDGE
  )
  const weights = [...start]
  for (let round = 0; round < ROUNDS; round++) {
    const slope = ridges.map((ridge, at) => -ridge * ((weights[at] ?? 0) - (start[at] ?? 0)))
    const curvature = ridges.map((ridge, at) => ridges.map((_, other) => (at === other ? ridge : 0)))
    for (const { row, x, right } of samples) {
      const at = rows.indexOf(row)
      const used: [number, number][] = [
        [0, 1],
        [1, x],
        [2 + at, 1],
        [2 + rows.length + at, x],
      ]
      const odds = used.reduce((sum, [index, value]) => sum + (weights[index] ?? 0) * value, 0)
      const chance = 1 / (1 + Math.exp(-odds))
      for (const [index, value] of used) {
        slope[index] = (slope[index] ?? 0) + (right - chance) * value
        const line = curvature[index] ?? []
        for (const [other, factor] of used)
          line[other] = (line[other] ?? 0) + (chance * (1 - chance) + 1e-6) * value * factor
      }
    }
    for (const [index, step] of solveLinear(curvature, slope).entries())
      weights[index] = (weights[index] ?? 0) + Math.max(-STEP_MAX, Math.min(STEP_MAX, step))
  }
  const [offset = 0, slope = 1] = weights
  return Object.fromEntries(
    rows.map((row, at) => [
      row,
      [
        rounded(offset + (weights[2 + at] ?? 0)),
        rounded(Math.max(0, slope + (weights[2 + rows.length + at] ?? 0))),
      ] as const,
    ])
  )
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** The values with the confidence the table gives; those without a row keep theirs. */
export function calibrated(judged: readonly Judged[], table: CalibrationTable): Judged[] {
  return judged.map((one) => {
    const known = table[rowOf(one) ?? '']
    const source = sourceOf(one)
    return known && source ? { ...one, stated: calibratedConfidence(known, one.stated, source) } : one
  })
}

/** Each value with the confidence of a table that was fitted without its supplier. */
export function crossValidated(judged: readonly Judged[], folds: number): Judged[] {
  const foldOf = ({ document }: Judged) => hashOf(document.fold) % folds
  return Array.from({ length: folds }, (_, fold) => {
    const table = fitCalibration(judged.filter((one) => foldOf(one) !== fold))
    return calibrated(
      judged.filter((one) => foldOf(one) === fold),
      table
    )
  }).flat()
}

function hashOf(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
  return hash >>> 0
}
