import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { taxInside } from '#app/kernel/money/tax_inside'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import type { MoneyValue } from '~/kit/money'
import type { EntryOptions, LineRule, SelectedLine } from './line_types'

export type EntryLine = {
  account: PickerOption | null
  memo: string
  /** As it was typed; null is what the other lines leave of the movement. */
  amount: string | null
  tax: string | null
  provider: PickerOption | null
  center: string | null
}

export type EntryValues = { description: string; lines: EntryLine[] }

const emptyLine: EntryLine = {
  account: null,
  memo: '',
  amount: null,
  tax: null,
  provider: null,
  center: null,
}

/** One line for all that is left, with what a rule proposes or the account of a fee. */
export function firstValues(line: SelectedLine, rule: LineRule | null, { fee }: EntryOptions): EntryValues {
  return {
    description: rule?.description || line.text.slice(0, 240),
    lines: [
      {
        ...emptyLine,
        account: rule?.account ?? fee,
        provider: rule?.provider ?? null,
        tax: rule?.tax ?? null,
        center: rule?.center ?? null,
      },
    ],
  }
}

const isRest = ({ amount }: EntryLine) => amount === null

/** Amounts of the lines in minor units, in the sense of the movement; null for what is no amount. */
export function amountsOf(lines: readonly EntryLine[], { minor, currency }: MoneyValue): (number | null)[] {
  const typed = lines.map(({ amount }) => (amount === null ? null : parseAmount(amount, currency)))
  const others = typed.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
  return lines.map((line, index) => (isRest(line) ? Math.abs(minor) - others : (typed[index] ?? null)))
}

/** The lines with one more, which takes what they leave; what the last one showed is its own from then on. */
export function withOneMore(lines: readonly EntryLine[], rest: MoneyValue): EntryLine[] {
  const amounts = amountsOf(lines, rest)
  const told = lines.map((line, index) =>
    isRest(line) ? { ...line, amount: decimalText(amounts[index] ?? 0, rest.currency) } : line
  )
  return [...told, emptyLine]
}

/** The lines with the last one taking what the others leave. */
export const withRestAtEnd = (lines: readonly EntryLine[]): EntryLine[] =>
  lines.map((line, index) => (index === lines.length - 1 ? { ...line, amount: null } : line))

/** Base and tax of a line, in minor units; null where it carries none. */
export function splitOf({ tax }: EntryLine, minor: number | null, { taxes }: EntryOptions) {
  const rate = taxes.find(({ value }) => value === tax)?.rate
  return rate === undefined || minor === null ? null : taxInside(minor, rate)
}

const key = (value: string | null | undefined) => (value ? Number(value) : null)

/** What the server reads. What is no amount goes as it was typed, to be refused at its field. */
export function sentEntry({ description, lines }: EntryValues, rest: MoneyValue) {
  const amounts = amountsOf(lines, rest)
  return {
    description,
    lines: lines.map(({ account, memo, amount, tax, provider, center }, index) => ({
      accountCode: account?.value ?? null,
      amount: amounts[index] ?? amount,
      memo: memo.trim() || null,
      taxCodeId: key(tax),
      providerId: key(provider?.value),
      centerId: key(center),
    })),
  }
}
