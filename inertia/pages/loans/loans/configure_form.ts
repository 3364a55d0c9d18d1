import { decimalText } from '#app/kernel/money/amount_text'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { LoanPage } from './loan_types'
import { shownRate } from './shown_rate'

export type CustomRow = { dueOn: string; principal: string }

/** The terms as they are typed. */
export type ConfigureValues = {
  principal: string
  method: string | null
  rateType: string | null
  rate: string
  rateIndex: string
  spread: string
  dayCount: string | null
  periodicity: string | null
  startOn: string
  firstPaymentOn: string
  periods: string
  maturityOn: string
  gracePeriods: string
  custom: CustomRow[]
  capitalise: boolean
  withholdingRate: string
  fee: string
  loadedOn: string
  loadedAmount: string
}

/** The terms of a draft as its form has them. */
export function useConfigureForm({ loan, values }: LoanPage, onSuccess: () => void) {
  const amount = (minor: number | null) =>
    minor === null || minor === 0 ? '' : decimalText(minor, loan.currency)
  return useFormSubmission<ConfigureValues>({
    initial: {
      principal: amount(values.principalMinor),
      method: values.method ?? 'french',
      rateType: values.rateType,
      rate: loan.isConfigured ? shownRate(values.rate) : '',
      rateIndex: values.rateIndex,
      spread: shownRate(values.spread),
      dayCount: values.dayCount,
      periodicity: values.periodicity ?? 'monthly',
      startOn: values.startOn,
      firstPaymentOn: values.firstPaymentOn,
      periods: values.periods === null ? '' : String(values.periods),
      maturityOn: values.maturityOn,
      gracePeriods: values.gracePeriods === 0 ? '' : String(values.gracePeriods),
      custom: values.custom.map((row) => ({
        dueOn: row.dueOn,
        principal: decimalText(row.principalMinor, loan.currency),
      })),
      capitalise: values.capitalise,
      withholdingRate: shownRate(values.withholdingRate),
      fee: amount(values.feeMinor),
      loadedOn: values.loadedOn,
      loadedAmount: amount(values.loadedMinor),
    },
    url: urlFor('loans.configure', { id: loan.id }),
    method: 'put',
    leaving: 'allow',
    transform: (typed) => sentConfiguration(typed, { kind: loan.kind, lockVersion: loan.lockVersion }),
    onSuccess,
  })
}

export type ConfigureForm = ReturnType<typeof useConfigureForm>

type Told = { kind: LoanPage['loan']['kind']; lockVersion: number }
const orNull = (text: string) => (text.trim() === '' ? null : text)

/** What of it is sent: of a balance no schedule, of a method of its own its rows alone. */
export function sentConfiguration(typed: ConfigureValues, { kind, lockVersion }: Told) {
  const isTerm = kind === 'term'
  const isCustom = isTerm && typed.method === 'custom'
  return {
    principal: kind === 'current_account' ? null : orNull(typed.principal),
    method: isTerm ? typed.method : null,
    rateType: typed.rateType,
    rate: typed.rate,
    rateIndex: typed.rateType === 'variable' ? orNull(typed.rateIndex) : null,
    spread: typed.rateType === 'variable' ? orNull(typed.spread) : null,
    dayCount: typed.dayCount,
    periodicity: typed.periodicity,
    startOn: typed.startOn,
    firstPaymentOn: isTerm && !isCustom ? orNull(typed.firstPaymentOn) : null,
    periods: isTerm && !isCustom ? orNull(typed.periods) : null,
    maturityOn: isTerm ? null : orNull(typed.maturityOn),
    gracePeriods: isTerm && !isCustom ? (orNull(typed.gracePeriods) ?? 0) : 0,
    custom: isCustom ? typed.custom : null,
    capitalise: isTerm ? false : typed.capitalise,
    withholdingRate: orNull(typed.withholdingRate) ?? '0',
    fee: orNull(typed.fee) ?? '0',
    loadedOn: orNull(typed.loadedOn),
    loadedAmount: isTerm ? null : orNull(typed.loadedAmount),
    lockVersion,
  }
}
