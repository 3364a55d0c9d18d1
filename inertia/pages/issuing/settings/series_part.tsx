import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import type { TabProps } from './issuing_tab_data'

type Series = TabProps['tab']['series'][number]

/** Series of the documents that the company issues. */
export function SeriesPart({ siteId, tab }: TabProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const columns: PlainColumn<Series>[] = [
    { key: 'code', header: 'Serie', cell: (row) => row.code },
    { key: 'kind', header: 'Clase', cell: (row) => row.kind },
    { key: 'yearly', header: 'Numeración', cell: (row) => (row.isYearly ? 'Por año' : 'Continua') },
    { key: 'last', header: 'Último número', cell: (row) => row.last ?? 'Sin usar' },
    {
      key: 'act',
      header: 'Estado',
      cell: (row) =>
        tab.canWrite ? (
          <Button size="compact-sm" variant="subtle" onClick={() => setConfirmation(switching(siteId, row))}>
            {row.isActive ? 'Cerrar' : 'Abrir'}
          </Button>
        ) : row.isActive ? (
          'Abierta'
        ) : (
          'Cerrada'
        ),
    },
  ]
  return (
    <Section
      title="Series"
      actions={
        tab.canWrite ? (
          <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
            Nueva serie
          </Button>
        ) : null
      }
    >
      <PlainTable
        label="Series"
        rows={tab.series}
        columns={columns}
        keyOf={(row) => row.id}
        empty="Las series REF, REFR, ND y SUP se abren con el primer documento de cada clase."
        phone="cards"
      />
      {isOpen ? <SeriesDialog siteId={siteId} tab={tab} onClose={() => setIsOpen(false)} /> : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

const switching = (siteId: number, { id, code, isActive }: Series): Confirmation => ({
  title: isActive ? `Cerrar la serie ${code}` : `Abrir la serie ${code}`,
  question: isActive
    ? 'No se emitirá nada más en ella; sus números quedan.'
    : 'Se seguirá numerando donde quedó.',
  submitLabel: isActive ? 'Cerrar la serie' : 'Abrir la serie',
  method: 'put',
  values: { isActive: !isActive },
  url: urlFor('sites.issuing.series.update', { id: siteId, series: id }),
})

function SeriesDialog({ siteId, tab, onClose }: TabProps & { onClose: () => void }) {
  const form = useFormSubmission({
    initial: { code: '', treatment: 'invoice' as string | null, isRectifying: false, isYearly: true },
    url: urlFor('sites.issuing.series.store', { id: siteId }),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Nueva serie" form={form} submitLabel="Crear serie">
      <TextField
        label="Código"
        isRequired
        hasFocus
        help="Hasta diez letras y cifras: los números serán REF-2027-0001."
        {...form.field('code')}
      />
      <SelectField label="Clase" isRequired options={tab.treatments} {...form.field('treatment')} />
      {form.values.treatment === 'invoice' ? (
        <CheckboxField label="De rectificativas" {...form.field('isRectifying')} />
      ) : null}
      <CheckboxField label="Empieza de nuevo cada año" {...form.field('isYearly')} />
      <p className={styles.quiet}>Lo que la serie es no se cambia después: se cierra y se abre otra.</p>
    </FormDialog>
  )
}
