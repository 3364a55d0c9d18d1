/**
 * Turns a decimal written by a machine ("-5084.42", "25.000000", "1e3" is refused) into minor units, half up away
 * from zero, without passing through a binary fraction. Gives null for anything else.
 */
export function decimalTextToMinor(text: string | null): number | null {
  const match = /^\s*([+-]?)(\d*)(?:[.,](\d*))?\s*$/.exec(text ?? '')
  if (!match || (!match[2] && !match[3])) return null
  const fraction = `${match[3] ?? ''}000`
  const minor =
    Number(match[2] || '0') * 100 + Number(fraction.slice(0, 2)) + (Number(fraction[2]) >= 5 ? 1 : 0)
  if (!Number.isSafeInteger(minor)) return null
  return match[1] === '-' ? 0 - minor : minor
}

/** Turns a printed or machine-written rate or quantity into a number, null when it is not one. */
export function decimalTextToNumber(text: string | null): number | null {
  const match = /^\s*[+-]?\d+(?:[.,]\d+)?\s*%?\s*$/.exec(text ?? '')
  return match ? Number.parseFloat(match[0].replace(',', '.')) : null
}
