import { Head } from '@inertiajs/react'
import { Instant } from '~/kit/day'
import { TextField } from '~/kit/fields/text_fields'
import { FormFoot } from '~/kit/form/form_foot'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { PageHead } from '~/kit/page_head'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../contracts/contracts.module.css'

type IpcRow = { month: string; value: string; change: string | null; who: string | null; at: string }

const columns: PlainColumn<IpcRow>[] = [
  { key: 'month', header: 'Mes', cell: (row) => `${row.month.slice(5)}/${row.month.slice(0, 4)}` },
  { key: 'value', header: 'Índice', numeric: true, cell: (row) => row.value.replace('.', ',') },
  {
    key: 'change',
    header: 'Variación anual',
    numeric: true,
    cell: (row) => (row.change === null ? '–' : `${row.change.replace('.', ',').replace('-', '−')} %`),
  },
  { key: 'who', header: 'Registrado por', cell: (row) => row.who ?? '–' },
  { key: 'at', header: 'Fecha', cell: (row) => <Instant value={row.at} /> },
]

export default function IpcIndex({ values }: { values: IpcRow[] }) {
  const form = useFormSubmission({
    initial: { month: '', value: '' },
    url: urlFor('provider-contracts.ipc.store'),
    leaving: 'allow',
    afterwards: 'clear',
    transform: (typed) => nullForEmpty(typed),
  })
  return (
    <>
      <Head title="Valores del IPC" />
      <PageHead
        title="Valores del IPC"
        subtitle="Índice general nacional del INE. Con él se revisan los precios de los contratos que lo pactan."
        back={urlFor('provider-contracts.index')}
      />
      <div className={styles.stack}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            form.submit()
          }}
        >
          <div className={styles.pair} style={{ maxWidth: 460 }}>
            <TextField label="Mes" placeholder="2026-10" isRequired {...form.field('month')} />
            <TextField label="Índice" placeholder="118,452" isRequired {...form.field('value')} />
          </div>
          <FormFoot form={form} submitLabel="Guardar índice" />
        </form>
        <PlainTable
          label="Valores del IPC"
          rows={values}
          columns={columns}
          keyOf={(row) => row.month}
          empty="No hay valores del IPC registrados."
        />
      </div>
    </>
  )
}
