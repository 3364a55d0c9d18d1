import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

/** «Calcular»: what the rules propose until the end of a month, also of one that is not over. */
export function ComputeDialog({ onClose }: { onClose: () => void }) {
  const form = useFormSubmission({
    initial: { until: today() as string },
    url: urlFor('rebilling.compute'),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Calcular propuestas" form={form} submitLabel="Calcular">
      <div>
        Las reglas activas proponen lo que queda por refacturar de los gastos contabilizados. Lo que ya se
        calculó no se repite.
      </div>
      <DayField
        label="Hasta el final del mes de"
        help="Un mes que no ha terminado se calcula con lo que hay hasta ahora; lo que llegue después será otra propuesta."
        isRequired
        {...form.field('until')}
      />
    </FormDialog>
  )
}
