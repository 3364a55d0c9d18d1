export type ChartScale = {
  /** From an amount in cents to its height, 0 at the foot and 1 at the head. */
  place: (minor: number) => number
  /** Round amounts in cents, from the foot to the head, both among them. */
  ticks: number[]
}

const STEPS = [1, 2, 2.5, 5, 10]
const TICKS_WANTED = 3

/**
 * A scale of round amounts that always holds nought: an area under a line is only as large as its amounts when it
 * begins there, and a change looks no greater than it is.
 */
export function chartScale(minors: number[]): ChartScale {
  const [least, most] = [Math.min(0, ...minors), Math.max(0, ...minors)]
  const step = roundStep((most - least || 100) / TICKS_WANTED)
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil(most / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  const [foot, head] = [first * step, last * step]
  return { place: (minor) => (minor - foot) / (head - foot), ticks }
}

/** The next of 1, 2, 2,5 or 5 times a power of ten. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span))
  return (STEPS.find((step) => step * power >= span) ?? 10) * power
}

const short = new Intl.NumberFormat('es-ES', { notation: 'compact', maximumFractionDigits: 1 })

/** A round amount as an axis names it: «250 mil €». */
export function tickText(minor: number, currency: string): string {
  const unit = currency === 'EUR' ? '€' : currency
  return `${short.format(minor / 100).replace('-', '−')} ${unit}`
}
