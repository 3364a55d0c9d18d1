import { decimalText } from '#app/kernel/money/amount_text'
import { today } from '#app/kernel/time/calendar_date'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { FileDrop } from '~/kit/form/file_drop'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import { sizeMaxBytes } from './file_limits'
import type { Cost, ProcedurePage } from './procedure_types'

type Props = { page: ProcedurePage; cost: Cost; onClose: () => void }

/** «Compensar pago manual»: what was paid outside of the product, with its proof. */
export function OffsetDialog({ page, cost, onClose }: Props) {
  const pending = { minor: cost.total.minor - cost.paid.minor, currency: cost.total.currency }
  const form = useOffsetForm(cost.id, pending, onClose)
  const { method } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Compensar pago manual"
      form={form}
      submitLabel="Compensar pago"
      size="lg"
    >
      <Facts
        facts={[
          { label: 'Coste', value: `${cost.concept}: ${cost.description}` },
          { label: 'Beneficiario', value: cost.payee },
          { label: 'Pendiente', value: <Money value={pending} /> },
        ]}
      />
      <div className={styles.pair}>
        <AmountField label="Importe" isRequired currency="EUR" {...form.field('amount')} />
        <DayField label="Fecha" isRequired {...form.field('paidOn')} />
      </div>
      <div className={styles.pair}>
        <SelectField label="Método" isRequired options={page.options.methods} {...form.field('method')} />
        <TextField label="Referencia" isRequired lengthMax={120} {...form.field('reference')} />
      </div>
      {hasMovement(method) ? (
        <PickerField
          label="Movimiento bancario"
          help="Sin él, el pago queda en la 5559 hasta que llegue el extracto."
          url={urlFor('legal_procedure.offsets.movements', { cost: cost.id })}
          {...form.field('movement', 'bank_statement_line_id')}
        />
      ) : null}
      {method === 'compensation' ? (
        <PickerField
          label="Se compensa con"
          isRequired
          help="Cuenta de cliente (43x) o con empresas del grupo (5523)."
          url={urlFor('legal_procedure.offsets.accounts', { cost: cost.id })}
          {...form.field('counter', 'counter_account_id')}
        />
      ) : null}
      <TextAreaField label="Nota" {...form.field('reason')} />
      <FileDrop
        label="Justificante"
        isRequired
        countMax={1}
        sizeMaxBytes={sizeMaxBytes}
        progress={form.progress}
        errors={form.errors}
        {...form.field('files')}
      />
    </FormDialog>
  )
}

/** A payment made elsewhere, of all that is pending to begin with. */
function useOffsetForm(costId: number, pending: MoneyValue, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      amount: decimalText(pending.minor, pending.currency),
      paidOn: today() as string,
      method: 'transfer' as string | null,
      reference: '',
      movement: null as PickerOption | null,
      counter: null as PickerOption | null,
      reason: '',
      files: [] as File[],
    },
    url: urlFor('legal_procedure.offsets.store', { cost: costId }),
    leaving: 'allow',
    transform: ({ movement, counter, ...rest }) => ({
      ...rest,
      bankStatementLineId: hasMovement(rest.method) ? (movement?.value ?? null) : null,
      counterAccountId: rest.method === 'compensation' ? (counter?.value ?? null) : null,
    }),
    onSuccess,
  })
}

/** What left a bank account. */
const hasMovement = (method: string | null) => method !== 'cash' && method !== 'compensation'
