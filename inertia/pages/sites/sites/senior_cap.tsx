import { Instant } from '~/kit/day'
import { AmountField } from '~/kit/fields/amount_field'
import { Money } from '~/kit/money'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { Approvals } from './site_page'
import styles from './sites.module.css'
import { TabForm } from './tab_form'

type Props = { cap: Approvals['senior_cap']; canWrite: boolean }

/** The most senior accounting may approve, in every company of the group. */
export function SeniorCap({ cap, canWrite }: Props) {
  const form = useFormSubmission({
    initial: { cap: cap.text },
    method: 'put',
    url: urlFor('sites.senior-cap.update'),
  })
  const changed = cap.updated_by ? (
    <p className={styles.small}>
      Cambiado por {cap.updated_by} el <Instant value={cap.updated_at} />.
    </p>
  ) : null
  if (!canWrite)
    return (
      <>
        <Money value={cap.value} />
        {changed}
      </>
    )
  return (
    <TabForm form={form} canWrite submitLabel="Guardar tope">
      <AmountField
        label="Importe máximo por documento"
        help="Vale para todas las empresas y desde este momento, también para lo que ya espera."
        isRequired
        {...form.field('cap')}
      />
      {changed}
    </TabForm>
  )
}
