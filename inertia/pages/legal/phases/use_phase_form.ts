import { decimalText } from '#app/kernel/amount_text'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { Phase } from './phase_types'

const number = (value: string) => (value.trim() === '' ? null : Number(value.trim()))

/** The form of a phase of the catalogue, new or known. */
export function usePhaseForm(phase: Phase | null, onSuccess?: () => void) {
  return useFormSubmission({
    initial: {
      name: phase?.name ?? '',
      procedure_kinds: phase?.kinds ?? [],
      default_days: phase?.default_days ? String(phase.default_days) : '',
      default_amount: phase?.default_amount
        ? decimalText(phase.default_amount.minor, phase.default_amount.currency)
        : '',
      requires_file: phase?.requires_file ?? false,
      requires_payment: phase?.requires_payment ?? false,
      colour: (phase?.colour ?? 'blue') as string | null,
      active: phase?.active ?? true,
    },
    url: phase ? urlFor('phases.update', { id: phase.id }) : urlFor('phases.store'),
    method: phase ? 'put' : 'post',
    leaving: phase ? 'ask' : 'allow',
    transform: ({ default_days, default_amount, ...rest }) => ({
      ...rest,
      ...(phase ? { lock_version: phase.lock_version } : {}),
      default_days: number(default_days),
      default_amount: default_amount === '' ? null : default_amount,
    }),
    ...(onSuccess ? { onSuccess } : {}),
  })
}

export type PhaseForm = ReturnType<typeof usePhaseForm>
