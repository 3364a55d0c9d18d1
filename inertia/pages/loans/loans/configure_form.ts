import { decimalText } from '#app/kernel/money/amount_text'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { LoanPage } from './loan_types'

export type CustomRow = { due_on: string; principal: string }

/** The terms as they are typed. */
export type ConfigureValues = {
  principal: string
  method: string | null
  rate_type: string | null
  rate: string
  rate_index: string
  spread: string
  day_count: string | null
  periodicity: string | null
  start_on: string
  first_payment_on: string
  periods: string
  maturity_on: string
  grace_periods: string
  custom: CustomRow[]
  capitalise: boolean
  withholding_rate: string
  fee: string
  loaded_on: string
  loaded_amount: string
}

/** The terms of a draft as its form has them. */
export function useConfigureForm({ loan, values }: LoanPage, onSuccess: () => void) {
  const amount = (minor: number | null) =>
    minor === null || minor === 0 ? '' : decimalText(minor, loan.currency)
  return useFormSubmission<ConfigureValues>({
    initial: {
      principal: amount(values.principalMinor),
      method: values.method ?? 'french',
      rate_type: values.rateType,
      rate: loan.isConfigured ? shownRate(values.rate) : '',
      rate_index: values.rateIndex,
      spread: shownRate(values.spread),
      day_count: values.dayCount,
      periodicity: values.periodicity ?? 'monthly',
      start_on: values.startOn,
      first_payment_on: values.firstPaymentOn,
      periods: values.periods === null ? '' : String(values.periods),
      maturity_on: values.maturityOn,
      grace_periods: values.gracePeriods === 0 ? '' : String(values.gracePeriods),
      custom: values.custom.map((row) => ({
        due_on: row.dueOn,
        principal: decimalText(row.principalMinor, loan.currency),
      })),
      capitalise: values.capitalise,
      withholding_rate: shownRate(values.withholdingRate),
      fee: amount(values.feeMinor),
      loaded_on: values.loadedOn,
      loaded_amount: amount(values.loadedMinor),
    },
    url: urlFor('loans.configure', { id: loan.id }),
    method: 'put',
    leaving: 'allow',
    transform: (typed) => sentConfiguration(typed, { kind: loan.kind, lockVersion: loan.lockVersion }),
    onSuccess,
  })
}

export type ConfigureForm = ReturnType<typeof useConfigureForm>

/** Without the noughts that say nothing: 4,5 of 4.500000. */
const shownRate = (rate: string) =>
  rate.includes('.') ? rate.replace(/0+$/, '').replace(/\.$/, '').replace('.', ',') : rate

type Told = { kind: LoanPage['loan']['kind']; lockVersion: number }
const orNull = (text: string) => (text.trim() === '' ? null : text)
const countOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** What of it is sent: of a balance no schedule, of a method of its own its rows alone. */
export function sentConfiguration(typed: ConfigureValues, { kind, lockVersion }: Told) {
  const isTerm = kind === 'term'
  const isCustom = isTerm && typed.method === 'custom'
  return {
    principal: kind === 'current_account' ? null : orNull(typed.principal),
    method: isTerm ? typed.method : null,
    rate_type: typed.rate_type,
    rate: typed.rate,
    rate_index: typed.rate_type === 'variable' ? orNull(typed.rate_index) : null,
    spread: typed.rate_type === 'variable' ? orNull(typed.spread) : null,
    day_count: typed.day_count,
    periodicity: typed.periodicity,
    start_on: typed.start_on,
    first_payment_on: isTerm && !isCustom ? orNull(typed.first_payment_on) : null,
    periods: isTerm && !isCustom ? countOf(typed.periods) : null,
    maturity_on: isTerm ? null : orNull(typed.maturity_on),
    grace_periods: isTerm && !isCustom ? (countOf(typed.grace_periods) ?? 0) : 0,
    custom: isCustom ? typed.custom : null,
    capitalise: isTerm ? false : typed.capitalise,
    withholding_rate: orNull(typed.withholding_rate) ?? '0',
    fee: orNull(typed.fee) ?? '0',
    loaded_on: orNull(typed.loaded_on),
    loaded_amount: isTerm ? null : orNull(typed.loaded_amount),
    lock_version: lockVersion,
  }
}
