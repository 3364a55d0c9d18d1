import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { sumByCurrency } from '~/kit/list/selection_sum'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from '../document/text.module.css'
import { type BulkDialog, shownRows } from './bulk_actions'
import type { InvoiceRow } from './invoice_row'

type Props = { rows: InvoiceRow[]; onClose: () => void }

/** The dialog of a bulk action that asks for something more. */
export function BulkDialogs({
  dialog: { kind, rows },
  onClose,
}: {
  dialog: BulkDialog
  onClose: () => void
}) {
  if (kind === 'approve') return <ApproveMany rows={rows} onClose={onClose} />
  if (kind === 'site') return <ReassignSites rows={rows} onClose={onClose} />
  return <ReassignProviders rows={rows} onClose={onClose} />
}

const countOf = (rows: InvoiceRow[]) => (rows.length === 1 ? 'una factura' : `${rows.length} facturas`)

function ApproveMany({ rows, onClose }: Props) {
  const amounts = sumByCurrency(rows.map((row) => row.total))
    .map(moneyText)
    .join(' + ')
  const form = useFormSubmission({
    initial: {},
    url: urlFor('invoices.bulk.approve'),
    method: 'put',
    leaving: 'allow',
    transform: () => ({ invoices: shownRows(rows) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Aprobar facturas"
      form={form}
      submitLabel={`Aprobar ${amounts}`}
    >
      <p>
        Se aprobará cada factura tal como está en la lista. Las que tengan alarmas abiertas, hayan cambiado o
        no le corresponda aprobar se quedan como están, y se dirá por qué.
      </p>
      <Facts
        facts={[
          { label: 'Facturas', value: String(rows.length) },
          { label: 'Total', value: amounts },
          { label: 'Proveedores', value: namesOf(rows.map((row) => row.provider)) },
          { label: 'Empresas', value: namesOf(rows.map((row) => row.site)) },
        ]}
      />
      <Overruled rows={rows} />
    </FormDialog>
  )
}

/** Those of which somebody said that a copy is none, put one aside, or took for an invoice what was read as none: who approves many at once sees it too. */
function Overruled({ rows }: { rows: InvoiceRow[] }) {
  const judged = rows.flatMap((row) => row.said.map((one) => ({ ...one, row })))
  if (judged.length === 0) return null
  return (
    <ul aria-label="Lo que otros han juzgado" className={styles.plain}>
      {judged.map(({ row, label, tone, detail }) => (
        <li key={`${row.id} ${label}`}>
          {row.reference} <StatusBadge tone={tone} label={label} />
          <span className={styles.under}>{detail}</span>
        </li>
      ))}
    </ul>
  )
}

function ReassignSites({ rows, onClose }: Props) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: { siteId: null as string | null, reason: '' },
    url: urlFor('invoices.bulk.site'),
    method: 'put',
    leaving: 'allow',
    transform: (values) => ({ ...values, invoices: shownRows(rows) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Reasignar la empresa de ${countOf(rows)}`}
      form={form}
      submitLabel="Reasignar empresa"
    >
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: `${site.code} · ${site.name}` }))}
        {...form.field('siteId')}
      />
      <TextAreaField label="Motivo" isRequired lengthMax={500} rows={2} {...form.field('reason')} />
    </FormDialog>
  )
}

function ReassignProviders({ rows, onClose }: Props) {
  const form = useFormSubmission({
    initial: { providerId: null as PickerOption | null, reason: '' },
    url: urlFor('invoices.bulk.provider'),
    method: 'put',
    leaving: 'allow',
    transform: ({ providerId, reason }) => ({
      providerId: providerId?.value ?? null,
      reason,
      invoices: shownRows(rows),
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Reasignar el proveedor de ${countOf(rows)}`}
      form={form}
      submitLabel="Reasignar proveedor"
    >
      <PickerField
        label="Proveedor"
        isRequired
        url={urlFor('providers.options')}
        placeholder="Nombre o NIF"
        {...form.field('providerId')}
      />
      <TextAreaField label="Motivo" isRequired lengthMax={500} rows={2} {...form.field('reason')} />
    </FormDialog>
  )
}

const shownNames = 3

function namesOf(names: (string | null)[]): string {
  const known = [...new Set(names.map((name) => name ?? 'sin asignar'))]
  const more = known.length > shownNames ? ` y ${known.length - shownNames} más` : ''
  return known.slice(0, shownNames).join(', ') + more
}
