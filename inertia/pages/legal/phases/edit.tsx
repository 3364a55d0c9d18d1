import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { FormPage } from '~/kit/form/form_page'
import { urlFor } from '~/urls'
import { PhaseFields } from './phase_fields'
import type { Phase, PhaseOptions } from './phase_types'
import { usePhaseForm } from './use_phase_form'

type Props = { phase: Phase; options: PhaseOptions }

export default function PhaseEdit({ phase, options }: Props) {
  const form = usePhaseForm(phase)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <>
      <FormPage
        title={phase.name}
        form={form}
        submitLabel="Guardar cambios"
        cancelHref={urlFor('phases')}
        actions={
          <Button variant="default" onClick={() => setConfirmation(removal(phase))}>
            Eliminar
          </Button>
        }
        aside={
          <p>
            {phase.uses === 0
              ? 'Ningún procedimiento la usa todavía.'
              : `La usan ${phase.uses === 1 ? '1 procedimiento' : `${phase.uses} procedimientos`}: conservan el nombre con el que la tomaron.`}
          </p>
        }
      >
        <PhaseFields form={form} options={options} />
      </FormPage>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

const removal = (phase: Phase): Confirmation => ({
  title: 'Eliminar la fase',
  question: `«${phase.name}» dejará de ofrecerse. Una fase que ya usa un procedimiento no se elimina: desactívela.`,
  submitLabel: 'Eliminar la fase',
  isDangerous: true,
  url: urlFor('phases.destroy', { id: phase.id }),
  method: 'delete',
})
