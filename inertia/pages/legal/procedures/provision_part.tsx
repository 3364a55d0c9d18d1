import { Button } from '@mantine/core'
import { useState } from 'react'
import { decimalText } from '#app/kernel/money/amount_text'
import { Instant } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import type { ProcedurePage, ProvisionLine } from './procedure_types'

const columns: PlainColumn<ProvisionLine>[] = [
  { key: 'at', header: 'Fecha', cell: (line) => <Instant value={line.at} /> },
  { key: 'event', header: 'Movimiento', cell: (line) => line.event },
  { key: 'term', header: 'Plazo', cell: (line) => line.term },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    cell: (line) => <Money value={line.amount} look="signed" />,
  },
  { key: 'balance', header: 'Saldo', numeric: true, cell: (line) => <Money value={line.balance} /> },
  { key: 'reason', header: 'Motivo', cell: (line) => line.reason },
  { key: 'who', header: 'Quién', cell: (line) => line.who ?? '–' },
]

/** What is provided for the loss, and how it came to be so. */
export function ProvisionPart({ page }: { page: ProcedurePage }) {
  const { procedure, provisions, actions } = page
  const [isSetting, setIsSetting] = useState(false)
  return (
    <div className={styles.stack}>
      <Facts
        facts={[
          { label: 'Riesgo de pérdida', value: procedure.probability ?? 'Sin valorar' },
          { label: 'Provisión', value: <Money value={procedure.provision} /> },
          { label: 'Plazo', value: procedure.provisionTerm },
        ]}
      />
      {procedure.isProbable ? null : (
        <p className={styles.quiet}>Solo se provisiona una pérdida probable: valórela en Datos.</p>
      )}
      <PlainTable
        label="Movimientos de la provisión"
        rows={provisions}
        columns={columns}
        keyOf={(line) => line.id}
        empty="No se ha dotado provisión."
      />
      {actions.includes('provide') && (procedure.isProbable || procedure.provision.minor > 0) ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setIsSetting(true)}>
            Ajustar provisión
          </Button>
        </div>
      ) : null}
      {isSetting ? <ProvisionDialog page={page} onClose={() => setIsSetting(false)} /> : null}
    </div>
  )
}

function ProvisionDialog({ page, onClose }: { page: ProcedurePage; onClose: () => void }) {
  const { procedure, values, options } = page
  const form = useFormSubmission({
    initial: {
      amount: procedure.provision.minor === 0 ? '' : decimalText(procedure.provision.minor, 'EUR'),
      term: values.provisionTerm as string | null,
      account: null as PickerOption | null,
      reason: '',
    },
    method: 'put',
    url: urlFor('legal_procedure.provision', { id: procedure.id }),
    leaving: 'allow',
    transform: ({ account, ...rest }) => ({ ...rest, expenseAccount: account?.value ?? null }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Ajustar provisión"
      form={form}
      submitLabel="Registrar provisión"
    >
      <AmountField
        label="Pérdida estimada"
        isRequired
        currency="EUR"
        help="El total provisionado: lo que aumente es gasto, lo que baje se libera (7952)."
        {...form.field('amount')}
      />
      <SelectField label="Plazo" isRequired options={options.terms} {...form.field('term')} />
      <PickerField
        label="Cuenta de gasto"
        help="Por su naturaleza; 678 si es excepcional. Hace falta si la provisión aumenta."
        url={urlFor('legal_procedure.expense-accounts', { id: procedure.id })}
        {...form.field('account', 'expense_account')}
      />
      <TextAreaField label="Motivo" isRequired {...form.field('reason')} />
    </FormDialog>
  )
}
