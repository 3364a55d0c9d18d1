const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** A month (`2026-11`, or a day of it) as people say it: «noviembre de 2026». Throws RangeError for what is no month. */
export function monthText(month: string): string {
  const [, year = '', number = ''] = /^(\d{4})-(\d{2})/.exec(month) ?? []
  const name = MONTHS[Number(number) - 1]
  if (name === undefined) throw new RangeError(`«${month}» is no month`)
  return `${name} de ${year}`
}
