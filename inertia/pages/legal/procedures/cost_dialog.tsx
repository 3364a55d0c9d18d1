import { decimalText } from '#app/kernel/money/amount_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { IbanField } from '~/kit/fields/iban_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import type { Cost, ProcedurePage } from './procedure_types'

type Props = { page: ProcedurePage; cost: Cost | null; onClose: () => void }

const amountText = (minor: number | undefined) => (minor ? decimalText(minor, 'EUR') : '')
const orNull = (text: string) => (text === '' ? null : text)

function valuesOf({ phases }: ProcedurePage, cost: Cost | null) {
  const active = phases.find(({ state }) => state === 'active') ?? phases[0]
  const known = cost?.values
  return {
    phaseId: (cost ? String(cost.phaseId) : active ? String(active.id) : null) as string | null,
    concept: (known?.concept ?? null) as string | null,
    description: known?.description ?? '',
    payeeKind: known?.payeeName ? 'other' : 'provider',
    provider: (known?.provider ?? null) as PickerOption | null,
    payeeName: known?.payeeName ?? '',
    payeeIban: known?.payeeIban ?? '',
    base: amountText(cost?.base.minor),
    vat: amountText(cost?.vat.minor),
    withholding: amountText(cost?.withholding.minor),
    dueOn: known?.dueOn ?? '',
    depositTerm: (known?.depositTerm ?? null) as string | null,
    expenseAccount: (known?.expenseAccount ?? null) as PickerOption | null,
    documentId: (known?.documentId ?? null) as string | null,
  }
}

/** A planned cost of a phase: to whom, how much, when, and what proves it. */
export function CostDialog({ page, cost, onClose }: Props) {
  const { phases, files, options } = page
  const form = useCostForm(page, cost, onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={cost ? 'Editar coste' : 'Añadir coste'}
      form={form}
      submitLabel={cost ? 'Guardar coste' : 'Añadir coste'}
      size="lg"
    >
      <div className={styles.pair}>
        <SelectField
          label="Fase"
          isRequired
          isDisabled={cost !== null}
          options={phases
            .filter(({ state }) => state !== 'skipped')
            .map(({ id, name, position }) => ({ value: String(id), label: `${position}. ${name}` }))}
          {...form.field('phaseId')}
        />
        <SelectField label="Concepto" isRequired options={options.concepts} {...form.field('concept')} />
      </div>
      <TextField label="Descripción" isRequired lengthMax={120} {...form.field('description')} />
      <PayeeFields form={form} />
      <div className={styles.pair}>
        <AmountField label="Base" isRequired currency="EUR" {...form.field('base')} />
        <AmountField label="IVA" currency="EUR" {...form.field('vat')} />
        <AmountField label="Retención" currency="EUR" {...form.field('withholding')} />
      </div>
      <div className={styles.pair}>
        <DayField label="Vencimiento" isRequired {...form.field('dueOn')} />
        <SelectField
          label="Documento"
          help="Hace falta para aprobarlo; adjúntelo antes en Archivos."
          options={files.map(({ id, name, kind }) => ({ value: String(id), label: `${kind}: ${name}` }))}
          {...form.field('documentId')}
        />
      </div>
      <KindFields form={form} page={page} />
    </FormDialog>
  )
}

function useCostForm(page: ProcedurePage, cost: Cost | null, onSuccess: () => void) {
  const { procedure } = page
  return useFormSubmission({
    initial: valuesOf(page, cost),
    method: cost ? 'put' : 'post',
    url: cost
      ? urlFor('legal_procedure.costs.update', { id: procedure.id, cost: cost.id })
      : urlFor('legal_procedure.costs.store', { id: procedure.id }),
    leaving: 'allow',
    transform: ({ payeeKind, provider, payeeName, payeeIban, expenseAccount, ...rest }) => ({
      ...rest,
      providerId: payeeKind === 'provider' ? (provider?.value ?? null) : null,
      payeeName: payeeKind === 'other' ? payeeName : null,
      payeeIban: payeeKind === 'other' ? orNull(payeeIban) : null,
      vat: orNull(rest.vat),
      withholding: orNull(rest.withholding),
      depositTerm: rest.concept === 'deposit' ? rest.depositTerm : null,
      expenseAccount: isAsset(rest.concept) ? null : (expenseAccount?.value ?? null),
    }),
    onSuccess,
  })
}

type CostForm = ReturnType<typeof useCostForm>

/** A supplier, or whoever has an account. */
function PayeeFields({ form }: { form: CostForm }) {
  return (
    <>
      <RadioField
        label="Se paga a"
        options={[
          { value: 'provider', label: 'Un proveedor' },
          { value: 'other', label: 'Otro beneficiario, con su IBAN' },
        ]}
        {...form.field('payeeKind')}
      />
      {form.values.payeeKind === 'provider' ? (
        <PickerField
          label="Proveedor"
          isRequired
          url={urlFor('providers.options')}
          {...form.field('provider', 'provider_id')}
        />
      ) : (
        <div className={styles.pair}>
          <TextField label="Beneficiario" isRequired lengthMax={70} {...form.field('payeeName')} />
          <IbanField label="IBAN" isRequired {...form.field('payeeIban')} />
        </div>
      )}
    </>
  )
}

/** What only some kinds of cost have: the term of a deposit, the account of an expense. */
function KindFields({ form, page: { procedure, options } }: { form: CostForm; page: ProcedurePage }) {
  const { concept } = form.values
  return (
    <>
      {concept === 'deposit' ? (
        <SelectField
          label="Plazo del depósito"
          isRequired
          options={options.terms}
          {...form.field('depositTerm')}
        />
      ) : null}
      {isAsset(concept) ? null : (
        <PickerField
          label="Cuenta de gasto"
          help="Solo si no habrá factura: se contabiliza el gasto al aprobar el coste."
          url={urlFor('legal_procedure.expense-accounts', { id: procedure.id })}
          {...form.field('expenseAccount')}
        />
      )}
    </>
  )
}

/** What stays the company's: money deposited with a court, or on account with a lawyer. */
const isAsset = (concept: string | null) => concept === 'deposit' || concept === 'funds'
