import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'

/** An account; of a balance with a company of the group also whose book takes the other side. */
export type AccountOption = PickerOption & { partner?: { id: number; name: string } | null }

export type ManualLine = {
  account: AccountOption | null
  /** The account of the other company, where `account` is a balance with it. */
  counter: PickerOption | null
  debit: string
  credit: string
  memo: string
}

export type ManualValues = {
  siteId: string | null
  postedOn: string
  description: string
  lines: ManualLine[]
}

export const emptyLine: ManualLine = { account: null, counter: null, debit: '', credit: '', memo: '' }

const isEmpty = (line: ManualLine) =>
  line.account === null && line.debit.trim() === '' && line.credit.trim() === '' && line.memo.trim() === ''

type Sending = { initial: ManualValues; url: string; method: 'post' | 'put'; lockVersion?: number }

/** The form of a manual entry; lines that are left empty are not sent. */
export function useManualForm({ initial, url, method, lockVersion }: Sending) {
  return useFormSubmission({
    initial,
    url,
    method,
    transform: ({ lines, siteId, ...rest }) => ({
      ...rest,
      ...(method === 'post' ? { siteId: siteId === null ? null : Number(siteId) } : {}),
      ...(lockVersion === undefined ? {} : { lockVersion }),
      lines: lines
        .filter((line) => !isEmpty(line))
        .map(({ account, counter, debit, credit, memo }) => ({
          accountId: account === null ? null : Number(account.value),
          ...(account?.partner && counter ? { counterAccountId: Number(counter.value) } : {}),
          debit: debit.trim() === '' ? '0' : debit,
          credit: credit.trim() === '' ? '0' : credit,
          memo: memo.trim() === '' ? null : memo,
        })),
    }),
  })
}

export type ManualForm = ReturnType<typeof useManualForm>

/** Sums of both sides in cents; what is not an amount yet counts as nothing. */
export function sidesOf(lines: ManualLine[]): { debit: number; credit: number } {
  const sum = (side: 'debit' | 'credit') =>
    lines.reduce((total, line) => total + (parseAmount(line[side]) ?? 0), 0)
  return { debit: sum('debit'), credit: sum('credit') }
}

/** The lines with the difference put on the last one that has an account but no amount, so that they balance. */
export function balanced(lines: ManualLine[]): ManualLine[] {
  const { debit, credit } = sidesOf(lines)
  const open = lines.findLastIndex(
    (line) => line.account !== null && line.debit.trim() === '' && line.credit.trim() === ''
  )
  const target = lines[open]
  if (!target || debit === credit) return lines
  const missing = decimalText(Math.abs(debit - credit), 'EUR')
  return lines.with(open, debit > credit ? { ...target, credit: missing } : { ...target, debit: missing })
}
