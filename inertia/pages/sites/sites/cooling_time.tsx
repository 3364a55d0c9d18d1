import { Instant } from '~/kit/day'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { Approvals } from './site_page'
import styles from './sites.module.css'
import { TabForm } from './tab_form'

type Props = { cooling: Approvals['cooling']; canWrite: boolean }

/** How long an account of a supplier or an employee waits for its first payment once it is verified. */
export function CoolingTime({ cooling, canWrite }: Props) {
  const form = useFormSubmission({
    initial: { hours: String(cooling.hours) },
    method: 'put',
    url: urlFor('sites.cooling-time.update'),
  })
  const changed =
    cooling.updated_by && cooling.updated_at ? (
      <p className={styles.small}>
        Cambiada por {cooling.updated_by} el <Instant value={cooling.updated_at} />.
      </p>
    ) : null
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
      {changed}
    </TabForm>
  )
}
