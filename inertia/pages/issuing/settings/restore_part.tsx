import { formatInstant } from '#app/kernel/time/calendar_date'
import { Section } from '~/kit/detail/detail_page'
import { TextField } from '~/kit/fields/text_fields'
import { FormFoot } from '~/kit/form/form_foot'
import { FormFrame } from '~/kit/form/form_frame'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import type { TabProps } from './issuing_tab_data'

type Restore = NonNullable<TabProps['tab']['restore']>
type Props = TabProps & { restore: Restore }

/** After a restore nobody here knows what was issued since the backup: somebody says which numbers were the last. */
export function RestorePart({ siteId, tab, restore }: Props) {
  const form = useFormSubmission({
    initial: Object.fromEntries(restore.numbers.map(({ last }, place) => [`last${place}`, String(last)])),
    url: urlFor('sites.issuing.numbers.store', { id: siteId }),
    transform: (typed) => ({
      numbers: restore.numbers.map(({ code, year }, place) => ({ code, year, last: typed[`last${place}`] })),
    }),
  })
  return (
    <Section title="Numeración por confirmar">
      <p className={styles.notice}>
        Se restauró la copia del {formatInstant(restore.takenAt)}. Lo que se emitió después no está aquí, pero
        la AEAT y los destinatarios lo tienen: la empresa no emite hasta que confirme el último número de cada
        serie. Consúltelo en la sede de la AEAT y en los documentos enviados; los que falten no se volverán a
        usar.
      </p>
      {tab.canWrite ? (
        <FormFrame form={form} className={styles.form}>
          {restore.numbers.map(({ code, kind, year, number }, place) => (
            <TextField
              key={`${code}-${year}`}
              label={`${code}${year === 0 ? '' : ` de ${year}`} (${kind.toLowerCase()})`}
              isRequired
              help={number === null ? 'Aquí no hay ninguno.' : `El último que hay aquí es ${number}.`}
              {...form.field(`last${place}`)}
            />
          ))}
          <FormFoot form={form} submitLabel="Confirmar y volver a emitir" />
        </FormFrame>
      ) : null}
    </Section>
  )
}
