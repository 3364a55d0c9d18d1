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
      procedureKinds: phase?.kinds ?? [],
      defaultDays: phase?.defaultDays ? String(phase.defaultDays) : '',
      defaultAmount: phase?.defaultAmount
        ? decimalText(phase.defaultAmount.minor, phase.defaultAmount.currency)
        : '',
      requiresFile: phase?.requiresFile ?? false,
      requiresPayment: phase?.requiresPayment ?? false,
      colour: (phase?.colour ?? 'blue') as string | null,
      active: phase?.active ?? true,
    },
    url: phase ? urlFor('phases.update', { id: phase.id }) : urlFor('phases.store'),
    method: phase ? 'put' : 'post',
    leaving: phase ? 'ask' : 'allow',
    transform: ({ defaultDays, defaultAmount, ...rest }) => ({
      ...rest,
      ...(phase ? { lockVersion: phase.lockVersion } : {}),
      defaultDays: number(defaultDays),
      defaultAmount: defaultAmount === '' ? null : defaultAmount,
    }),
    ...(onSuccess ? { onSuccess } : {}),
  })
}

export type PhaseForm = ReturnType<typeof usePhaseForm>
