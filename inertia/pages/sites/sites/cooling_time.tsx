import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { ChangedBy } from './changed_by'
import type { Approvals } from './site_page'
import { TabForm } from './tab_form'

type Props = { cooling: Approvals['cooling']; canWrite: boolean }

/** How long an account of a supplier or an employee waits for its first payment once it is verified. */
export function CoolingTime({ cooling, canWrite }: Props) {
  const form = useFormSubmission({
    initial: { hours: String(cooling.hours), reason: '' },
    method: 'put',
    url: urlFor('sites.cooling-time.update'),
  })
  const changed = <ChangedBy verb="Cambiada" by={cooling.updatedBy} at={cooling.updatedAt} />
  if (!canWrite)
    return (
      <>
        {cooling.hours} horas
        {changed}
      </>
    )
  return (
    <TabForm form={form} canWrite submitLabel="Guardar espera">
      <TextField
        label="Horas hasta el primer pago"
        help="De 0 a 240. Vale para las cuentas de proveedores y empleados que se verifiquen desde ahora."
        isRequired
        {...form.field('hours')}
      />
      <TextField
        label="Motivo"
        help="Hace falta si relaja el control: lo confirmará otra persona."
        {...form.field('reason')}
      />
      {changed}
    </TabForm>
  )
}
