import { decimalText } from '#app/kernel/money/amount_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import type { ContractHead, ContractPage, Deposit } from './contract_page'

type EndProps = { contract: ContractHead; kind: 'suspend' | 'terminate'; onClose: () => void }

/** From which day a contract does not cover its invoices. */
export function EndDialog({ contract, kind, onClose }: EndProps) {
  const isEnd = kind === 'terminate'
  const form = useFormSubmission({
    initial: { onDay: '', reason: '' },
    url: urlFor(isEnd ? 'provider-contracts.terminate' : 'provider-contracts.suspend', { id: contract.id }),
    leaving: 'allow',
    transform: (typed) => nullForEmpty(typed),
    onSuccess: onClose,
  })
  const verb = isEnd ? 'Rescindir' : 'Suspender'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`${verb} ${contract.reference}`}
      form={form}
      submitLabel={`${verb} el contrato`}
      isDangerous={isEnd}
    >
      <DayField
        label={isEnd ? 'Último día de vigencia' : 'Suspendido desde'}
        help={
          isEnd
            ? 'Las facturas posteriores quedan sin contrato.'
            : 'Las facturas desde ese día quedan sin contrato hasta que se reanude.'
        }
        isRequired
        {...form.field('onDay')}
      />
      <TextAreaField label="Motivo" isRequired lengthMax={500} {...form.field('reason')} />
    </FormDialog>
  )
}

/** The draft of an amendment: its title and the day from which it holds. */
export function AmendDialog({ contract, onClose }: { contract: ContractHead; onClose: () => void }) {
  const form = useFormSubmission({
    initial: { title: '', startsOn: '' },
    url: urlFor('provider-contracts.amend', { id: contract.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Adenda de ${contract.reference}`}
      form={form}
      submitLabel="Crear adenda"
    >
      <TextField label="Título" isRequired hasFocus lengthMax={160} {...form.field('title')} />
      <DayField
        label="Vigente desde"
        help="Los precios anteriores se conservan y valen hasta ese día."
        isRequired
        {...form.field('startsOn')}
      />
    </FormDialog>
  )
}

/** A deposit that left the bank: it is posted with it. */
export function DepositDialog({ page, onClose }: { page: ContractPage; onClose: () => void }) {
  const { contract, banks, options, facts } = page
  const [only, ...others] = contract.sites
  const form = useFormSubmission({
    initial: {
      siteId: (only && others.length === 0 ? String(only.id) : null) as string | null,
      bankAccountId: null as string | null,
      term: 'long' as string | null,
      amount: facts.deposit ? decimalText(facts.deposit.minor, facts.deposit.currency) : '',
      paidOn: '',
    },
    url: urlFor('provider-contracts.deposits.store', { id: contract.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Registrar fianza"
      form={form}
      submitLabel="Registrar y contabilizar"
    >
      <SelectField
        label="Empresa"
        isRequired
        options={contract.sites.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('siteId')}
      />
      <SelectField
        label="Cuenta de cargo"
        isRequired
        options={banks.filter(({ siteId }) => String(siteId) === form.values.siteId)}
        {...form.field('bankAccountId')}
      />
      <SelectField label="Plazo" isRequired options={options.depositTerms} {...form.field('term')} />
      <AmountField label="Importe" isRequired currency={contract.currency} {...form.field('amount')} />
      <DayField label="Entregada el" isRequired {...form.field('paidOn')} />
    </FormDialog>
  )
}

type ReturnProps = { page: ContractPage; deposit: Deposit; onClose: () => void }

/** A deposit that came back. */
export function DepositReturnDialog({ page, deposit, onClose }: ReturnProps) {
  const { contract, banks } = page
  const form = useFormSubmission({
    initial: { bankAccountId: null as string | null, returnedOn: '' },
    method: 'put',
    url: urlFor('provider-contracts.deposits.return', { id: contract.id, deposit: deposit.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Devolución de la fianza"
      form={form}
      submitLabel="Contabilizar la devolución"
    >
      <SelectField
        label="Cuenta de abono"
        isRequired
        options={banks.filter(({ siteId }) => siteId === deposit.siteId)}
        {...form.field('bankAccountId')}
      />
      <DayField label="Devuelta el" isRequired {...form.field('returnedOn')} />
    </FormDialog>
  )
}
