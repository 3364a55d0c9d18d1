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
  const form = useFormSubmission({
    initial: {
      site_id: (sites.length === 1 && sites[0] ? String(sites[0].id) : null) as string | null,
      from_account_id: null as string | null,
      to_account_id: null as string | null,
      amount: '',
      currency: 'EUR',
      concept: '',
      execution_date: '',
    },
    url: urlFor('accounts.transfers.store'),
    leaving: 'allow',
    transform: ({ site_id, from_account_id, to_account_id, execution_date, ...typed }) => ({
      ...typed,
      site_id: keyOrNull(site_id),
      from_account_id: keyOrNull(from_account_id),
      to_account_id: keyOrNull(to_account_id),
      execution_date: execution_date || null,
    }),
    onSuccess: onClose,
  })
  const { site_id: siteId, from_account_id: from } = form.values
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
        {...form.field('site_id')}
        onChange={(site_id) => form.set({ site_id, from_account_id: null, to_account_id: null })}
      />
      <SelectField
        label="Cuenta de cargo"
        isRequired
        options={accounts.filter(({ canPay }) => canPay).map(optionOf)}
        help={source ? `Disponible: ${moneyText(source.available)}` : undefined}
        {...form.field('from_account_id')}
        onChange={(from_account_id) =>
          form.set({
            from_account_id,
            to_account_id: null,
            currency: accounts.find(({ id }) => String(id) === from_account_id)?.currency ?? 'EUR',
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
        {...form.field('to_account_id')}
      />
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
        {...form.field('execution_date')}
      />
    </FormDialog>
  )
}

const optionOf = ({ id, name, iban }: Account) => ({ value: String(id), label: `${name} (${iban})` })
