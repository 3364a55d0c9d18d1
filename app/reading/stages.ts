/** The stages of reading that can be left out, so that a bench can tell what each of them contributes. */
export type Stage =
  | 'sums'
  | 'repair'
  | 'columns'
  | 'names'
  | 'margins'
  | 'second pass'
  | 'fusion'
  | 'lines'
  | 'levelling'
  | 'calibration'

/**
 * Whether a stage is to be left out: INVOICE_READING_WITHOUT names them, parted by commas. Only `bench/reading.ts` sets it;
 * the product reads with all of them.
 */
export function isLeftOut(stage: Stage): boolean {
  return process.env.INVOICE_READING_WITHOUT?.split(',').includes(stage) ?? false
}
