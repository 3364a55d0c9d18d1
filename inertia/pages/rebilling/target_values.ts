import { parseAmount } from '#app/kernel/money/amount_text'

/** A company of a rule or of a charge, with what its share is measured by as it is typed. */
export type TargetValue = { siteId: string | null; percentage: string; amount: string }

/** Nothing that is other each time it is asked for: the first values of a form are compared with those it had. */
export const newTarget = (more: Partial<TargetValue> = {}): TargetValue => ({
  siteId: null,
  percentage: '',
  amount: '',
  ...more,
})

/** As the server takes them: only what the way of sharing out asks for. A line without a company is sent too, to be told at its field. */
export const sentTargets = (targets: readonly TargetValue[], allocation: string) =>
  targets.map(({ siteId, percentage, amount }) => ({
    siteId,
    percentage: allocation === 'percentage' ? percentage : null,
    amount: allocation === 'fixed_amount' ? amount : null,
  }))

/** «33.3000» as it is typed: without zeros that say nothing, with a comma. */
export const percentageText = (exact: string | null): string =>
  exact === null
    ? ''
    : exact
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
        .replace('.', ',')

const UNITS = 10_000

/** Ten-thousandths of a percent; null for what is no percentage. */
function units(text: string): number | null {
  const found = /^\s*(\d{1,3})(?:[.,](\d{1,4}))?\s*$/.exec(text)
  return found ? Number(found[1]) * UNITS + Number((found[2] ?? '').padEnd(4, '0')) : null
}

/** What percentages add up to, as it is written: «100», «99,99». */
export function percentageSum(targets: readonly TargetValue[]): { text: string; isWhole: boolean } {
  const sum = targets.reduce((total, { percentage }) => total + (units(percentage) ?? 0), 0)
  const whole = Math.floor(sum / UNITS)
  const fraction = String(sum % UNITS)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return { text: fraction ? `${whole},${fraction}` : String(whole), isWhole: sum === 100 * UNITS }
}

/** What fixed amounts add up to, in cents. */
export const amountSum = (targets: readonly TargetValue[]): number =>
  targets.reduce((total, { amount }) => total + (parseAmount(amount) ?? 0), 0)
