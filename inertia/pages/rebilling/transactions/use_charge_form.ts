import { today } from '#app/kernel/time/calendar_date'
import { type FormOf, useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { newTarget, sentTargets, type TargetValue } from '../target_values'
import { nullable, sentTerms } from '../term_values'
import type { ChosenCost } from './costs_field'

function blank() {
  return {
    originSiteId: null as string | null,
    chargedOn: today() as string,
    dueOn: '',
    concept: '',
    by: 'costs' as 'costs' | 'manual',
    costs: [] as ChosenCost[],
    manualAmount: '',
    manualAccount: '',
    allocation: 'percentage' as string | null,
    allocationKey: null as string | null,
    targets: [newTarget({ percentage: '100' })] as TargetValue[],
    markup: '',
    treatment: 'invoice' as string | null,
    vatCodeId: null as string | null,
    settlement: 'current_account' as string | null,
    incomeAccount: '',
    expenseAccount: '',
  }
}
export type ChargeForm = FormOf<ReturnType<typeof blank>>

/** The form of a charge by hand. */
export function useChargeForm() {
  return useFormSubmission({
    initial: blank(),
    url: urlFor('rebilling.store'),
    transform: ({ by, costs, targets, manualAmount, manualAccount, ...values }) => ({
      ...values,
      ...sentTerms(values),
      by,
      costs:
        by === 'costs' ? costs.map(({ type, id, amount }) => ({ type, id, amount: nullable(amount) })) : [],
      manualAmount: by === 'manual' ? manualAmount : null,
      manualAccount: by === 'manual' ? nullable(manualAccount) : null,
      targets: sentTargets(targets, values.allocation ?? ''),
      dueOn: nullable(values.dueOn),
    }),
  })
}
