import { today } from '#app/kernel/time/calendar_date'
import { type FormOf, useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { newTarget, sentTargets, type TargetValue } from '../target_values'
import type { ChosenCost } from './costs_field'

const nullable = (text: string) => (text.trim() === '' ? null : text.trim())

function blank() {
  return {
    origin_site_id: null as string | null,
    charged_on: today() as string,
    due_on: '',
    concept: '',
    by: 'costs' as 'costs' | 'manual',
    costs: [] as ChosenCost[],
    manual_amount: '',
    manual_account: '',
    allocation: 'percentage' as string | null,
    allocation_key: null as string | null,
    targets: [newTarget({ percentage: '100' })] as TargetValue[],
    markup: '',
    treatment: 'invoice' as string | null,
    vat_code_id: null as string | null,
    settlement: 'current_account' as string | null,
    income_account: '',
    expense_account: '',
  }
}
export type ChargeForm = FormOf<ReturnType<typeof blank>>

/** The form of a charge by hand. */
export function useChargeForm() {
  return useFormSubmission({
    initial: blank(),
    url: urlFor('rebilling.store'),
    transform: ({ by, costs, targets, manual_amount, manual_account, ...values }) => ({
      ...values,
      costs:
        by === 'costs' ? costs.map(({ type, id, amount }) => ({ type, id, amount: nullable(amount) })) : [],
      manual_amount: by === 'manual' ? manual_amount : null,
      manual_account: by === 'manual' ? nullable(manual_account) : null,
      targets: sentTargets(targets, values.allocation ?? ''),
      markup: values.markup.trim() === '' ? '0' : values.markup,
      due_on: nullable(values.due_on),
      income_account: nullable(values.income_account),
      expense_account: nullable(values.expense_account),
    }),
  })
}
