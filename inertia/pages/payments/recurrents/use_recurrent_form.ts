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
    siteId: null as string | null,
    provider: null as PickerOption | null,
    concept: '',
    kind: 'rent' as string | null,
    amountMode: 'fixed',
    amount: '',
    maxAmount: '',
    frequency: 'monthly' as string | null,
    day: '1',
    startOn: today() as string,
    endOn: '',
    occurrences: '',
    debtorAccountId: null as string | null,
    holidayRule: 'next',
    leadDays: '5',
    booking: 'payable',
    expenseAccount: null as PickerOption | null,
    revisionMonth: '',
    revisionPercent: '',
  }
}
export type RecurrentValues = ReturnType<typeof blank>

function valuesOf(recurrent: Recurrent): RecurrentValues {
  const amountText = (minor: number | null) => (minor === null ? '' : decimalText(minor, recurrent.currency))
  return {
    siteId: String(recurrent.siteId),
    provider: recurrent.provider,
    concept: recurrent.concept,
    kind: recurrent.kind,
    amountMode: recurrent.amountMode,
    amount: amountText(recurrent.amountMinor),
    maxAmount: amountText(recurrent.maxMinor),
    frequency: recurrent.frequency,
    day: String(recurrent.day),
    startOn: recurrent.startOn,
    endOn: recurrent.endOn ?? '',
    occurrences: text(recurrent.occurrences),
    debtorAccountId: recurrent.debtorAccountId === null ? null : String(recurrent.debtorAccountId),
    holidayRule: recurrent.holidayRule,
    leadDays: String(recurrent.leadDays),
    booking: recurrent.booking,
    expenseAccount: recurrent.expenseAccount,
    revisionMonth: text(recurrent.revisionMonth),
    revisionPercent: text(recurrent.revisionPercent),
  }
}

/** The form of an agreement, new or known. */
export function useRecurrentForm(recurrent: Recurrent | null, onSuccess?: () => void) {
  return useFormSubmission({
    initial: recurrent ? valuesOf(recurrent) : blank(),
    url: recurrent ? urlFor('payrecurrents.update', { id: recurrent.id }) : urlFor('payrecurrents.store'),
    method: recurrent ? 'put' : 'post',
    leaving: recurrent ? 'ask' : 'allow',
    transform: ({ siteId, provider, expenseAccount, amount, maxAmount, ...rest }) => ({
      ...rest,
      ...(recurrent ? { lockVersion: recurrent.lockVersion } : { siteId }),
      providerId: provider?.value ?? null,
      expenseAccountId: expenseAccount?.value ?? null,
      amount: amount === '' ? null : amount,
      maxAmount: maxAmount === '' ? null : maxAmount,
      endOn: rest.endOn === '' ? null : rest.endOn,
      occurrences: number(rest.occurrences),
      revisionMonth: number(rest.revisionMonth),
      revisionPercent: number(rest.revisionPercent),
    }),
    ...(onSuccess ? { onSuccess } : {}),
  })
}

export type RecurrentForm = ReturnType<typeof useRecurrentForm>
