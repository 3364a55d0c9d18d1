import { decimalText } from '#app/kernel/money/amount_text'
import { today } from '#app/kernel/time/calendar_date'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { Recurrent } from './recurrent_rows'

const text = (value: number | string | null) => (value === null ? '' : String(value))
const number = (value: string) => (value.trim() === '' ? null : Number(value.trim().replace(',', '.')))

/** What a new agreement begins with. */
function blank() {
  return {
    site_id: null as string | null,
    provider: null as PickerOption | null,
    concept: '',
    kind: 'rent' as string | null,
    amount_mode: 'fixed',
    amount: '',
    max_amount: '',
    frequency: 'monthly' as string | null,
    day: '1',
    start_on: today() as string,
    end_on: '',
    occurrences: '',
    debtor_account_id: null as string | null,
    holiday_rule: 'next',
    lead_days: '5',
    booking: 'payable',
    expense_account: null as PickerOption | null,
    revision_month: '',
    revision_percent: '',
  }
}
export type RecurrentValues = ReturnType<typeof blank>

function valuesOf(recurrent: Recurrent): RecurrentValues {
  const amountText = (minor: number | null) => (minor === null ? '' : decimalText(minor, recurrent.currency))
  return {
    site_id: String(recurrent.siteId),
    provider: recurrent.provider,
    concept: recurrent.concept,
    kind: recurrent.kind,
    amount_mode: recurrent.amountMode,
    amount: amountText(recurrent.amountMinor),
    max_amount: amountText(recurrent.maxMinor),
    frequency: recurrent.frequency,
    day: String(recurrent.day),
    start_on: recurrent.startOn,
    end_on: recurrent.endOn ?? '',
    occurrences: text(recurrent.occurrences),
    debtor_account_id: recurrent.debtorAccountId === null ? null : String(recurrent.debtorAccountId),
    holiday_rule: recurrent.holidayRule,
    lead_days: String(recurrent.leadDays),
    booking: recurrent.booking,
    expense_account: recurrent.expenseAccount,
    revision_month: text(recurrent.revisionMonth),
    revision_percent: text(recurrent.revisionPercent),
  }
}

/** The form of an agreement, new or known. */
export function useRecurrentForm(recurrent: Recurrent | null, onSuccess?: () => void) {
  return useFormSubmission({
    initial: recurrent ? valuesOf(recurrent) : blank(),
    url: recurrent ? urlFor('payrecurrents.update', { id: recurrent.id }) : urlFor('payrecurrents.store'),
    method: recurrent ? 'put' : 'post',
    leaving: recurrent ? 'ask' : 'allow',
    transform: ({ site_id, provider, expense_account, amount, max_amount, ...rest }) => ({
      ...rest,
      ...(recurrent ? { lock_version: recurrent.lockVersion } : { site_id }),
      provider_id: provider?.value ?? null,
      expense_account_id: expense_account?.value ?? null,
      amount: amount === '' ? null : amount,
      max_amount: max_amount === '' ? null : max_amount,
      end_on: rest.end_on === '' ? null : rest.end_on,
      occurrences: number(rest.occurrences),
      revision_month: number(rest.revision_month),
      revision_percent: number(rest.revision_percent),
    }),
    ...(onSuccess ? { onSuccess } : {}),
  })
}

export type RecurrentForm = ReturnType<typeof useRecurrentForm>
