import { AmountField } from '~/kit/fields/amount_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import { ChangedBy } from './changed_by'
import type { Approvals } from './site_page'
import { TabForm } from './tab_form'

type Props = { cap: Approvals['seniorCap']; canWrite: boolean }

/** The most senior accounting may approve, in every company of the group. */
export function SeniorCap({ cap, canWrite }: Props) {
  const form = useFormSubmission({
    initial: { cap: cap.text, reason: '' },
    method: 'put',
    url: urlFor('sites.senior-cap.update'),
  })
  const changed = <ChangedBy verb="Cambiado" by={cap.updatedBy} at={cap.updatedAt} />
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
      <TextField
        label="Motivo"
        help="Hace falta si relaja el control: lo confirmará otra persona."
        {...form.field('reason')}
      />
      {changed}
    </TabForm>
  )
}
