import { parseAmount } from '#app/kernel/money/amount_text'
import { formatInstant } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { FileField } from '~/kit/fields/file_field'
import { IbanField } from '~/kit/fields/iban_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { LoadFailure } from '~/kit/load_failure'
import { type MoneyValue, moneyText } from '~/kit/money'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import { type AskedQuote, QuoteAsker } from '../../banking/quotes/asked_quote'
import type { Offer } from '../../banking/quotes/quote_offer'
import { DraftField } from '../draft_field'

type Beneficiary = {
  id: number
  name: string
  account: string
  currency: string
  isSupplier: boolean
  /** Until when its first payment waits; null where it does not. */
  waitsUntil: string | null
  /** What its bank asks a payment to it to be for. */
  purposes: { value: string; label: string }[]
}
type Account = {
  id: number
  name: string
  currency: string
  available: MoneyValue
  provider: string | null
  takesIban: boolean
  quote: { url: string; accountId: number } | null
  hasDrafts: boolean
  beneficiaries: Beneficiary[]
}

const keyOrNull = (text: string | null) => (text === null ? null : Number(text))

/** A payment that no invoice asks for: to a beneficiary of the account's provider or to an IBAN. Others approve it. */
export function CreateDirectDialog({ onClose }: { onClose: () => void }) {
  const { sites } = useShared()
  const form = useDirectForm(currencyOf, onClose)
  const { site_id: siteId, from_account_id: from, beneficiary_id: beneficiary } = form.values
  const { answer, ...loading } = useAnswer<{ data: Account[] }>(
    siteId ? { url: withQuery(urlFor('paysuppliers.direct.choices'), { site_id: siteId }) } : null
  )
  const accounts = answer?.data ?? []
  function currencyOf(beneficiaryId: string | null, accountId: string | null): string {
    const account = accounts.find(({ id }) => String(id) === accountId)
    const payee = account?.beneficiaries.find(({ id }) => String(id) === beneficiaryId)
    return payee?.currency ?? account?.currency ?? 'EUR'
  }
  const source = accounts.find(({ id }) => String(id) === from)
  const payee = source?.beneficiaries.find(({ id }) => String(id) === beneficiary)
  const currency = currencyOf(beneficiary, from)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo pago directo"
      form={form}
      submitLabel="Crear pago directo"
    >
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('site_id')}
        onChange={(site_id) =>
          form.set({ site_id, from_account_id: null, beneficiary_id: null, ...nothingAgreed })
        }
      />
      <SelectField
        label="Cuenta de cargo"
        isRequired
        options={accounts.map(({ id, name, provider }) => ({
          value: String(id),
          label: provider ? `${name} · ${provider}` : name,
        }))}
        help={source ? `Disponible: ${moneyText(source.available)}` : undefined}
        {...form.field('from_account_id')}
        onChange={(from_account_id) => form.set({ from_account_id, beneficiary_id: null, ...nothingAgreed })}
      />
      {loading.hasFailed ? (
        <LoadFailure text="No se han podido cargar las cuentas de la empresa." {...loading} />
      ) : null}
      {source && source.beneficiaries.length > 0 ? (
        <SelectField
          label="Beneficiario"
          isRequired={!source.takesIban}
          options={source.beneficiaries.map(({ id, name, account, currency }) => ({
            value: String(id),
            label: `${name} · ${account} · ${currency}`,
          }))}
          help={payeeHelp(source, payee)}
          {...form.field('beneficiary_id')}
          onChange={(beneficiary_id) => form.set({ beneficiary_id, purpose: null, offer: null })}
        />
      ) : null}
      {payee && payee.purposes.length > 0 ? (
        <SelectField label="Motivo" isRequired options={payee.purposes} {...form.field('purpose')} />
      ) : null}
      {source?.takesIban && beneficiary === null ? (
        <>
          <TextField label="Nombre" isRequired lengthMax={70} {...form.field('creditor_name')} />
          <IbanField label="IBAN" isRequired {...form.field('iban')} />
        </>
      ) : null}
      <AmountField
        label="Importe"
        isRequired
        currency={currency}
        {...form.field('amount')}
        onChange={(amount) => form.set({ amount, offer: null })}
      />
      {source?.quote && payee && payee.currency !== source.currency ? (
        <QuoteAsker
          url={source.quote.url}
          wanted={wantedQuote(source, payee, form.values.amount)}
          offer={form.values.offer}
          onOffer={(offer) => form.set({ offer })}
          error={form.errors.quote_id}
        />
      ) : null}
      <TextField
        label="Concepto"
        isRequired
        lengthMax={100}
        help="Lo verá el beneficiario."
        {...form.field('concept')}
      />
      {siteId ? (
        <PickerField
          key={siteId}
          label="Cuenta contable"
          isRequired={!payee?.isSupplier}
          help={payee?.isSupplier ? 'Sin elegir, queda como anticipo al proveedor (407).' : undefined}
          url={withQuery(urlFor('paysuppliers.direct.ledger'), { site_id: siteId })}
          {...form.field('ledger_account_id')}
        />
      ) : null}
      <DayField
        label="Fecha de ejecución"
        help="El primer día que admita el banco, si no se indica otro."
        {...form.field('execution_date')}
      />
      <FileField
        label="Justificante"
        accept=".pdf,.png,.jpg,.jpeg"
        help="PDF o imagen, hasta 20 MB."
        {...form.field('file')}
      />
      {source?.hasDrafts ? <DraftField provider={source.provider ?? ''} {...form.field('as_draft')} /> : null}
    </FormDialog>
  )
}

function payeeHelp({ takesIban }: Account, payee: Beneficiary | undefined): string | undefined {
  if (payee?.waitsUntil)
    return `Se verificó hace poco: el primer pago se admite desde el ${formatInstant(payee.waitsUntil)}.`
  return takesIban ? 'O indique abajo su nombre y su IBAN.' : undefined
}

type CurrencyOf = (beneficiaryId: string | null, accountId: string | null) => string

const nothingAgreed = { offer: null, as_draft: false }

function useDirectForm(currencyOf: CurrencyOf, onSuccess: () => void) {
  const { sites } = useShared()
  return useFormSubmission({
    initial: {
      site_id: (sites.length === 1 && sites[0] ? String(sites[0].id) : null) as string | null,
      from_account_id: null as string | null,
      beneficiary_id: null as string | null,
      purpose: null as string | null,
      creditor_name: '',
      iban: '',
      amount: '',
      concept: '',
      ledger_account_id: null as PickerOption | null,
      execution_date: '',
      file: null as File | null,
      as_draft: false,
      offer: null as Offer | null,
    },
    url: urlFor('paysuppliers.direct.store'),
    leaving: 'allow',
    transform: ({ site_id, from_account_id, beneficiary_id, ledger_account_id, offer, ...typed }) => ({
      concept: typed.concept,
      amount: typed.amount,
      as_draft: typed.as_draft,
      quote_id: offer?.id ?? null,
      currency: currencyOf(beneficiary_id, from_account_id),
      site_id: keyOrNull(site_id),
      from_account_id: keyOrNull(from_account_id),
      beneficiary_id: keyOrNull(beneficiary_id),
      purpose: typed.purpose,
      ...(beneficiary_id === null ? { creditor_name: typed.creditor_name, iban: typed.iban } : {}),
      ledger_account_id: ledger_account_id ? Number(ledger_account_id.value) : null,
      execution_date: typed.execution_date || null,
      ...(typed.file ? { file: typed.file } : {}),
    }),
    onSuccess,
  })
}

function wantedQuote({ currency, quote }: Account, payee: Beneficiary, amount: string): AskedQuote | null {
  if (!quote || (parseAmount(amount, payee.currency) ?? 0) <= 0) return null
  return {
    account_id: quote.accountId,
    beneficiary_id: payee.id,
    source_currency: currency,
    target_currency: payee.currency,
    side: 'target',
    amount,
  }
}
