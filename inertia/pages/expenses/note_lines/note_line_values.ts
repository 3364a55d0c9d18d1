import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { today } from '#app/kernel/time/calendar_date'
import type { Option } from '~/kit/fields/choice_fields'
import type { MoneyValue } from '~/kit/money'

type PerDiemLimit = { kind: string; validFrom: string; minor: number }

/** Choices of a line, by the rules of the company. */
export type LineOptions = {
  categories: Option[]
  documentKinds: Option[]
  perDiemKinds: Option[]
  vatRates: Option[]
  currencies: Option[]
  /** What the law leaves free of tax a day, from a day on. */
  perDiemLimits: PerDiemLimit[]
  /** What the house pays a day, of the group and, before it, of the company. */
  perDiems: (PerDiemLimit & { isOwn: boolean })[]
  kmRate: MoneyValue
  monthsBack: number
}

/** A line while it is filled in. */
export type NoteLine = {
  key: string
  spentOn: string
  category: string | null
  concept: string
  documentKind: string | null
  supplierName: string
  supplierTaxId: string
  invoiceNumber: string
  currency: string | null
  total: string
  vat: string
  vatRate: string | null
  km: string
  perDiemKind: string | null
  days: string
  files: File[]
}

let made = 0

export const newLine = (): NoteLine => ({
  key: `line-${++made}`,
  spentOn: today(),
  category: null,
  concept: '',
  documentKind: 'ticket',
  supplierName: '',
  supplierTaxId: '',
  invoiceNumber: '',
  currency: 'EUR',
  total: '',
  vat: '',
  vatRate: null,
  km: '',
  perDiemKind: null,
  days: '1',
  files: [],
})

export const isMileage = ({ category }: NoteLine) => category === 'mileage'
export const isPerDiem = ({ category }: NoteLine) => category === 'per_diem'
export const isAllowance = (line: NoteLine) => isMileage(line) || isPerDiem(line)

/** What of a per diem is free of tax a day on its date, in cents; null while it is not known. */
export function perDiemOf(line: NoteLine, limits: readonly PerDiemLimit[]): number | null {
  const known = limits
    .filter(({ kind, validFrom }) => kind === line.perDiemKind && validFrom <= line.spentOn)
    .toSorted((a, b) => b.validFrom.localeCompare(a.validFrom))
  return known[0]?.minor ?? null
}

/** What the house pays a day on its date, in cents; null where it says nothing. */
export function paidPerDay(line: NoteLine, { perDiems }: PerDiemRules): number | null {
  const own = perDiemOf(
    line,
    perDiems.filter(({ isOwn }) => isOwn)
  )
  return own ?? perDiemOf(line, perDiems)
}

export type PerDiemRules = Pick<LineOptions, 'perDiems' | 'perDiemLimits'>

function proposedTotal(line: NoteLine, rules: PerDiemRules): string | null {
  const perDay = isPerDiem(line) ? (paidPerDay(line, rules) ?? perDiemOf(line, rules.perDiemLimits)) : null
  return perDay === null || !/^[1-9]\d?$/.test(line.days.trim())
    ? null
    : decimalText(perDay * Number(line.days))
}

/** A changed line; the amount of a per diem follows its kind, day and days until somebody types another. */
export function changedLine(line: NoteLine, change: Partial<NoteLine>, rules: PerDiemRules): NoteLine {
  const changed = { ...line, ...change }
  const isOurs = line.total === '' || line.total === proposedTotal(line, rules)
  if (change.total !== undefined || !isOurs) return changed
  return { ...changed, total: proposedTotal(changed, rules) ?? (isPerDiem(line) ? '' : line.total) }
}

/** Lines as they are sent: files stand together, each line says which are its own. */
export function sentNote(lines: readonly NoteLine[]) {
  const files: File[] = []
  const sent = lines.map((line) => {
    const places = line.files.map((file) => files.push(file) - 1)
    const money = isMileage(line) ? { km: line.km } : { total: line.total, currency: line.currency }
    const paper = isAllowance(line)
      ? { documentKind: 'none' }
      : {
          documentKind: line.documentKind,
          supplierName: line.supplierName,
          supplierTaxId: line.supplierTaxId,
          invoiceNumber: line.invoiceNumber,
          vat: line.vat,
          vatRate: line.vatRate,
        }
    return {
      spentOn: line.spentOn,
      category: line.category,
      concept: line.concept,
      ...money,
      ...paper,
      ...(isPerDiem(line) ? { perDiemKind: line.perDiemKind, days: line.days } : {}),
      files: places,
    }
  })
  return { lines: sent, files }
}

/** What lines in euros come to, in cents; what is in another currency is worked out when it is sent. */
export function totalOf(lines: readonly NoteLine[], kmRateMinor: number): number {
  return lines.reduce((sum, line) => {
    if (isMileage(line)) return sum + mileageOf(line.km, kmRateMinor)
    return sum + (line.currency === 'EUR' ? (parseAmount(line.total) ?? 0) : 0)
  }, 0)
}

/** Kilometres with one decimal at a rate in cents, the half cent up. */
export function mileageOf(km: string, kmRateMinor: number): number {
  const [, whole = '', tenth = '0'] = /^(\d{1,5})(?:[.,](\d))?$/.exec(km.trim()) ?? []
  if (whole === '') return 0
  return Math.floor(((Number(whole) * 10 + Number(tenth)) * kmRateMinor + 5) / 10)
}

/** Where in the lines the server found each file wrong: `files.3` is a file of the line that sent it. */
export function errorsOfFiles(
  lines: readonly NoteLine[],
  errors: Record<string, string>
): Record<string, string> {
  const found: Record<string, string> = {}
  let place = 0
  for (const [index, line] of lines.entries())
    for (const _ of line.files) {
      const error = errors[`files.${place++}`]
      if (error) found[`lines.${index}.files`] = error
    }
  return found
}
