import { FormFoot } from '~/kit/form/form_foot'
import { FormFrame } from '~/kit/form/form_frame'
import { urlFor } from '~/urls'
import { ManualFields } from './manual_fields'
import { type ManualLine, useManualForm } from './manual_values'
import type { ManualEntry } from './show'
import styles from './show.module.css'

type Props = { entry: ManualEntry; lines: ManualLine[] }

/** A draft while it may still be changed. */
export function DraftForm({ entry, lines }: Props) {
  const form = useManualForm({
    initial: {
      siteId: String(entry.siteId),
      postedOn: entry.postedOn,
      description: entry.description,
      lines,
    },
    url: urlFor('accounts.manual.update', { id: entry.id }),
    method: 'put',
    lockVersion: entry.lockVersion,
  })
  return (
    <FormFrame form={form} className={styles.form}>
      <ManualFields form={form} isNew={false} />
      <FormFoot form={form} submitLabel="Guardar borrador" />
    </FormFrame>
  )
}
