/** The fields whose place on the page a supplier's invoices teach. */
export const placedFields = [
  'invoiceNumber',
  'issueDate',
  'dueDate',
  'total',
  'taxBase',
  'withholding',
  'lineAmount',
] as const
export type PlacedField = (typeof placedFields)[number]

/**
 * Where a value stood on an invoice of a supplier. `label` is what is printed before or above it, letters and digits
 * only; `x` is its left edge (amounts: its right one) and `y` its middle, as fractions of the page; `format` is the shape
 * of a number ("\d{2}/C\d{4}") or the order of a date's day and month.
 */
export type LearnedPlace = {
  field: PlacedField
  label: string
  relation: 'left' | 'above' | null
  page: number
  x: number
  y: number
  format: string
}

export const monthFirst = 'month-first'

/** The shape of a number as a regular expression: digits by count, letters as they are, blanks left out. */
export function numberShape(value: string): string {
  return value
    .replace(/\s/g, '')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\d+/g, (digits) => `\\d{${digits.length}}`)
}

/** The same with room for numbers that grow by a digit ("99" to "100") and for the year's series. */
export function fitsShape(text: string, shape: string): boolean {
  const loose = shape.replace(/\\d\{(\d+)\}/g, (_, count: string) => {
    const digits = Number(count)
    return `\\d{${Math.max(1, digits - 1)},${digits + 1}}`
  })
  try {
    return new RegExp(`^${loose}$`, 'i').test(text.replace(/\s/g, ''))
  } catch {
    return false
  }
}
