import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Center, SiteHead } from './site_page'
import styles from './sites.module.css'

type Props = { site: SiteHead; centers: Center[]; canWrite: boolean }

/** Hotels and work centres: what entries and hotel figures are split by. */
export function CentersTab({ site, centers, canWrite }: Props) {
  const [chosen, setChosen] = useState<Center | 'new' | null>(null)
  return (
    <div className={styles.stack}>
      <PlainTable
        label="Centros"
        phone="cards"
        rows={centers}
        keyOf={(row) => row.id}
        empty="La empresa no tiene centros."
        columns={[
          { key: 'code', header: 'Código', cell: (row) => <span className="num">{row.code}</span> },
          { key: 'name', header: 'Centro', cell: (row) => row.name },
          {
            key: 'rooms',
            header: 'Habitaciones',
            numeric: true,
            cell: (row) => <span className="num">{row.rooms ?? '–'}</span>,
          },
          { key: 'pms', header: 'Código PMS', cell: (row) => row.pmsCode ?? '–' },
          {
            key: 'active',
            header: 'Estado',
            cell: (row) => (
              <StatusBadge
                tone={row.active ? 'green' : 'grey'}
                label={row.active ? 'En uso' : 'Fuera de uso'}
              />
            ),
          },
          ...(canWrite
            ? [
                {
                  key: 'actions',
                  header: 'Acciones',
                  cell: (row: Center) => (
                    <Button size="compact-sm" variant="default" onClick={() => setChosen(row)}>
                      Editar
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {canWrite ? (
        <div className={styles.row}>
          <Button variant="default" onClick={() => setChosen('new')}>
            Nuevo centro
          </Button>
        </div>
      ) : null}
      {chosen ? (
        <CenterDialog
          key={chosen === 'new' ? 'new' : chosen.id}
          site={site}
          center={chosen === 'new' ? null : chosen}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </div>
  )
}

function CenterDialog({
  site,
  center,
  onClose,
}: {
  site: SiteHead
  center: Center | null
  onClose: () => void
}) {
  const form = useFormSubmission({
    initial: {
      code: center?.code ?? '',
      name: center?.name ?? '',
      rooms: center?.rooms ? String(center.rooms) : '',
      pmsCode: center?.pmsCode ?? '',
      active: center?.active ?? true,
    },
    method: center ? 'put' : 'post',
    url: center
      ? urlFor('sites.centers.update', { id: site.id, center: center.id })
      : urlFor('sites.centers.store', { id: site.id }),
    leaving: 'allow',
    onSuccess: onClose,
    transform: (typed) => ({ ...typed, rooms: typed.rooms.trim() || null, pmsCode: typed.pmsCode || null }),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={center ? 'Editar centro' : 'Nuevo centro'}
      form={form}
      submitLabel={center ? 'Guardar centro' : 'Crear centro'}
    >
      <div className={styles.pair}>
        <TextField label="Código" isRequired hasFocus lengthMax={8} {...form.field('code')} />
        <TextField label="Habitaciones" {...form.field('rooms')} />
      </div>
      <TextField label="Centro" isRequired lengthMax={80} {...form.field('name')} />
      <TextField label="Código PMS" lengthMax={40} {...form.field('pmsCode')} />
      <CheckboxField label="En uso" {...form.field('active')} />
    </FormDialog>
  )
}
