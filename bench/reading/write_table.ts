import { writeFileSync } from 'node:fs'
import { fitCalibration } from './fit_calibration.js'
import type { Judged } from './score.js'

const FILE = 'app/reading/calibration_table.ts'

/** Fits the calibration to all judged values and writes it as the table the reader uses. */
export function writeTable(judged: readonly Judged[]): void {
  const documents = new Set(judged.map(({ document }) => document)).size
  const rows = Object.entries(fitCalibration(judged)).map(
    ([name, pair]) => `  '${name}': [${pair.join(', ')}],`
  )
  writeFileSync(
    FILE,
    `import type { Calibration } from '#app/reading/calibrate'

/**
 * What a stated confidence is worth: offset and slope of its log-odds, by field, by text layer or recognition, and by
 * whether a value was given. Fitted by \`npm run bench -- reading fit\` on the ${documents} generated documents that were held back
 * from the reader's development (logistic regression, the fields of a kind drawn together by ridges). Made by the bench,
 * not by hand: a change of the reader that moves its confidences needs a new fit.
 */
export const calibrationTable: Readonly<Record<string, Calibration>> = {
${rows.join('\n')}
}
`
  )
}
