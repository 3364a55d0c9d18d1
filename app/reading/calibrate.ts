import { calibrationTable } from '#app/reading/calibration_table'
import type { ReadField, ReadFields, ReadInvoice } from '#app/reading/reading_types'
import { isLeftOut } from '#app/reading/stages'

export type CalibrationSource = 'text' | 'recognised'
/** Log-odds of being right = offset + slope × log-odds stated; the slope is never negative. */
export type Calibration = readonly [offset: number, slope: number]

/** Of a company of ours the books know the name: its confidence is not of the reader's making. */
const certainMethod = 'own company'
/** A certainty beyond these says nothing more about how often it is right. */
const statedMin = 0.02
const statedMax = 0.995

/**
 * Gives each field of a printed invoice the share of right values that the reader had when it was as sure, so that 0.95
 * means 95 of 100 (docs/decisions/0010). The order of the confidences of a field stays.
 */
export function calibrate(invoice: ReadInvoice, source: CalibrationSource): ReadInvoice {
  if (isLeftOut('calibration')) return invoice
  const fields = Object.fromEntries(
    Object.entries(invoice.fields).map(([name, field]) => [name, calibrateField(name, field, source)])
  )
  return { ...invoice, fields: fields as ReadFields }
}

function calibrateField(
  name: string,
  field: ReadField<unknown>,
  source: CalibrationSource
): ReadField<unknown> {
  const known = calibrationTable[calibrationKey(name, field, source)]
  return known && field.method !== certainMethod
    ? { ...field, confidence: calibratedConfidence(known, field.confidence, source) }
    : field
}

/** The row of the table: "total/text/shown", or "dueDate/recognised/empty" for what was not found on the page. */
export function calibrationKey(
  name: string,
  { value }: Pick<ReadField<unknown>, 'value'>,
  source: CalibrationSource
): string {
  const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0)
  return `${name}/${source}/${isEmpty ? 'empty' : 'shown'}`
}

/**
 * The confidence that a stated one (0 to 1) is worth. What recognition read is never surer than its checks and both engines
 * made it: among some dozens of pictures a field may be right by luck.
 */
export function calibratedConfidence(
  [offset, slope]: Calibration,
  stated: number,
  source: CalibrationSource
): number {
  const fitted = 1 / (1 + Math.exp(-(offset + slope * statedLogOdds(stated))))
  return source === 'recognised' ? Math.min(fitted, kept(stated)) : fitted
}

/** Log-odds of a stated confidence, kept within what the reader can tell. */
export function statedLogOdds(stated: number): number {
  return Math.log(kept(stated) / (1 - kept(stated)))
}

const kept = (stated: number): number => Math.min(statedMax, Math.max(statedMin, stated))
