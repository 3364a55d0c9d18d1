import { decimalText } from '#app/kernel/money/amount_text'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { Phase } from './phase_types'

const number = (value: string) => (value.trim() === '' ? null : Number(value.trim()))

/** The form of a phase of the catalogue, new or known. */
export function usePhaseForm(phase: Phase | null, onSuccess?: () => void) {
  return useFormSubmission({
    initial: {
      name: phase?.name ?? '',
      procedure_kinds: phase?.kinds ?? [],
      default_days: phase?.defaultDays ? String(phase.defaultDays) : '',
      default_amount: phase?.defaultAmount
        ? decimalText(phase.defaultAmount.minor, phase.defaultAmount.currency)
        : '',
      requires_file: phase?.requiresFile ?? false,
      requires_payment: phase?.requiresPayment ?? false,
      colour: (phase?.colour ?? 'blue') as string | null,
      active: phase?.active ?? true,
    },
    url: phase ? urlFor('phases.update', { id: phase.id }) : urlFor('phases.store'),
    method: phase ? 'put' : 'post',
    leaving: phase ? 'ask' : 'allow',
    transform: ({ default_days, default_amount, ...rest }) => ({
      ...rest,
      ...(phase ? { lock_version: phase.lockVersion } : {}),
      default_days: number(default_days),
      default_amount: default_amount === '' ? null : default_amount,
    }),
    ...(onSuccess ? { onSuccess } : {}),
  })
}

export type PhaseForm = ReturnType<typeof usePhaseForm>
