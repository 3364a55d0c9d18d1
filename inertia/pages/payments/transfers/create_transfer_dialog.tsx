import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { LoadFailure } from '~/kit/load_failure'
import { type MoneyValue, moneyText } from '~/kit/money'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'

type Account = {
  id: number
  name: string
  iban: string
  currency: string
  available: MoneyValue
  canPay: boolean
}

const keyOrNull = (text: string | null) => (text === null ? null : Number(text))

/** Money from one account of a company to another; its payment is a draft that others approve. */
export function CreateTransferDialog({ onClose }: { onClose: () => void }) {
  const { sites } = useShared()
  const form = useTransferForm(onClose)
  const { siteId, fromAccountId: from } = form.values
  const { answer, ...loading } = useAnswer<{ data: Account[] }>(
    siteId ? { url: withQuery(urlFor('accounts.transfers.accounts'), { site_id: siteId }) } : null
  )
  const accounts: Account[] = answer?.data ?? []
  const source = accounts.find(({ id }) => String(id) === from)
  return (
    <FormDialog opened onClose={onClose} title="Nuevo traspaso" form={form} submitLabel="Crear traspaso">
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
        onChange={(siteId) => form.set({ siteId, fromAccountId: null, toAccountId: null })}
      />
      <AccountFields form={form} accounts={accounts} source={source} />
      {loading.hasFailed ? (
        <LoadFailure text="No se han podido cargar las cuentas de la empresa." {...loading} />
      ) : null}
      <AmountField
        label="Importe"
        isRequired
        currency={source?.currency ?? 'EUR'}
        {...form.field('amount')}
      />
      <TextField
        label="Concepto"
        isRequired
        lengthMax={100}
        help="Se verá en los dos extractos."
        {...form.field('concept')}
      />
      <DayField
        label="Fecha de ejecución"
        help="El primer día que admita el banco, si no se indica otro."
        {...form.field('executionDate')}
      />
    </FormDialog>
  )
}

const optionOf = ({ id, name, iban }: Account) => ({ value: String(id), label: `${name} (${iban})` })

function useTransferForm(onSuccess: () => void) {
  const { sites } = useShared()
  return useFormSubmission({
    initial: {
      siteId: (sites.length === 1 && sites[0] ? String(sites[0].id) : null) as string | null,
      fromAccountId: null as string | null,
      toAccountId: null as string | null,
      amount: '',
      currency: 'EUR',
      concept: '',
      executionDate: '',
    },
    url: urlFor('accounts.transfers.store'),
    leaving: 'allow',
    transform: ({ siteId, fromAccountId, toAccountId, executionDate, ...typed }) => ({
      ...typed,
      siteId: keyOrNull(siteId),
      fromAccountId: keyOrNull(fromAccountId),
      toAccountId: keyOrNull(toAccountId),
      executionDate: executionDate || null,
    }),
    onSuccess,
  })
}

type AccountFieldsProps = {
  form: ReturnType<typeof useTransferForm>
  accounts: Account[]
  source: Account | undefined
}

/** From where to where, in one currency. */
function AccountFields({ form, accounts, source }: AccountFieldsProps) {
  const { fromAccountId: from } = form.values
  return (
    <>
      <SelectField
        label="Cuenta de cargo"
        isRequired
        options={accounts.filter(({ canPay }) => canPay).map(optionOf)}
        help={source ? `Disponible: ${moneyText(source.available)}` : undefined}
        {...form.field('fromAccountId')}
        onChange={(fromAccountId) =>
          form.set({
            fromAccountId,
            toAccountId: null,
            currency: accounts.find(({ id }) => String(id) === fromAccountId)?.currency ?? 'EUR',
          })
        }
      />
      <SelectField
        label="Cuenta de destino"
        isRequired
        options={accounts
          .filter(({ id, currency }) => String(id) !== from && (!source || currency === source.currency))
          .map(optionOf)}
        help="En la misma divisa. Un cambio de divisa se hace en la página del proveedor, con su presupuesto."
        {...form.field('toAccountId')}
      />
    </>
  )
}
