import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { formatInstant } from '#app/kernel/time/calendar_date'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import { withQuery } from '~/urls'
import { DraftField } from '../../payments/draft_field'
import type { BankHead, Option } from '../bank_props'
import { bankUrls } from '../bank_urls'
import { type AskedQuote, QuoteAsker } from '../quotes/asked_quote'
import type { Offer } from '../quotes/quote_offer'
import { type Trouble, TroubleNotice } from '../trouble_notice'
import { keyOrNull, type OrderAccount, type OrderPayee } from './order_types'

type Props = {
  bank: BankHead
  connection: { id: number; label: string; site: string; siteId: number }
  accounts: OrderAccount[]
  payees: OrderPayee[]
  /** What the bank asks a payment to be for, by country and currency of who is paid. */
  purposes: (Option & { country: string; currency: string })[]
  chosen: { account: string | null; beneficiary: string | null }
  offer: Offer | null
  /** Whether it may be left at the bank for somebody to send there. */
  hasDrafts: boolean
  troubles: Trouble[]
}

/** A payment to somebody that the bank has: it makes an order that others approve, and sends nothing by itself. */
export default function BankTransferCreate(props: Props) {
  const { bank, connection, accounts, payees } = props
  const urls = bankUrls(bank.path)
  const form = useTransferForm(props)
  const { account, payee, currency, isExchange, wanted } = wantedOf(props, form.values)
  const purposes = props.purposes.filter(
    ({ country, currency: paid }) => country === payee?.country && paid === payee.currency
  )
  const { offer } = form.values
  const title = bank.pages.includes('payment') ? 'Generar pago' : 'Generar transferencia'
  return (
    <FormPage
      title={title}
      subtitle={`${bank.title} · ${connection.label} · ${connection.site} · crea una orden en borrador que otros aprueban`}
      form={form}
      submitLabel={buttonText(form.values.amount, currency)}
      cancelHref={urls.index}
      aside={<TroubleNotice bank={bank} troubles={props.troubles} />}
    >
      <SelectField
        label="Cuenta de cargo"
        isRequired
        options={accounts.filter(({ canPay }) => canPay)}
        help={account ? `Disponible: ${moneyText(account.available)}` : undefined}
        {...form.field('fromAccountId')}
        onChange={(fromAccountId) => form.set({ fromAccountId, offer: null })}
      />
      <SelectField
        label={bank.pages.includes('recipients') ? 'Destinatario' : 'Beneficiario'}
        isRequired
        options={payees}
        help={payeeHelp(payees, payee)}
        {...form.field('beneficiaryId')}
        onChange={(beneficiaryId) =>
          form.set({
            beneficiaryId,
            purpose: null,
            offer: null,
            concept: conceptFor(payees, payee, { beneficiaryId, concept: form.values.concept }),
          })
        }
      />
      <AmountField
        label="Importe que recibe"
        isRequired
        currency={currency}
        {...form.field('amount')}
        onChange={(amount) => form.set({ amount, offer: null })}
      />
      {isExchange ? (
        <QuoteAsker
          url={urls.quotes(connection.id)}
          wanted={wanted}
          offer={offer}
          onOffer={(made) => form.set({ offer: made })}
          error={form.field('offer', 'quote_id').error}
        />
      ) : null}
      <TextField
        label="Concepto"
        isRequired
        lengthMin={3}
        lengthMax={100}
        help="Lo ve quien cobra."
        {...form.field('concept')}
      />
      {purposes.length > 0 ? (
        <SelectField label="Motivo" isRequired options={purposes} {...form.field('purpose')} />
      ) : null}
      <PickerField
        label="Cuenta contable"
        help="Contra la que se contabiliza. Si el beneficiario es la cuenta de un proveedor, puede quedar vacía: va a sus anticipos."
        url={withQuery(`/${bank.path}/ledger-accounts`, { site_id: connection.siteId })}
        {...form.field('ledgerAccount', 'ledger_account_id')}
      />
      <DayField
        label="Fecha de ejecución"
        help="El primer día que admita el banco, si no se indica otro."
        {...form.field('executionDate')}
      />
      {props.hasDrafts ? <DraftField provider={bank.title} {...form.field('isDraft')} /> : null}
    </FormPage>
  )
}

type Values = {
  fromAccountId: string | null
  beneficiaryId: string | null
  amount: string
  concept: string
  purpose: string | null
  ledgerAccount: PickerOption | null
  executionDate: string
  isDraft: boolean
  offer: Offer | null
}

function useTransferForm({ bank, connection, accounts, payees, chosen, offer }: Props) {
  const payable = accounts.filter(({ canPay }) => canPay)
  const initial: Values = {
    fromAccountId: chosen.account ?? (payable.length === 1 ? (payable[0]?.value ?? null) : null),
    beneficiaryId: chosen.beneficiary,
    amount: offer ? decimalText(offer.target.minor, offer.target.currency) : '',
    concept: payees.find(({ value }) => value === chosen.beneficiary)?.reference ?? '',
    purpose: null,
    ledgerAccount: null,
    executionDate: '',
    isDraft: false,
    offer,
  }
  const urls = bankUrls(bank.path)
  return useFormSubmission({
    initial,
    url: bank.pages.includes('payment') ? urls.payment(connection.id) : urls.transfer(connection.id),
    transform: ({ fromAccountId, beneficiaryId, ledgerAccount, executionDate, offer: used, ...typed }) => ({
      ...typed,
      fromAccountId: keyOrNull(fromAccountId),
      beneficiaryId: keyOrNull(beneficiaryId),
      ledgerAccountId: ledgerAccount ? Number(ledgerAccount.value) : null,
      executionDate: executionDate || null,
      quoteId: used?.id ?? null,
    }),
  })
}

/** What the bank is asked the cost of, once all of it is known. */
function wantedOf({ accounts, payees }: Props, values: Values) {
  const account = accounts.find(({ value }) => value === values.fromAccountId)
  const payee = payees.find(({ value }) => value === values.beneficiaryId)
  const currency = payee?.currency ?? account?.currency ?? 'EUR'
  const isExchange = account !== undefined && payee !== undefined && account.currency !== payee.currency
  const wanted: AskedQuote | null =
    isExchange && (parseAmount(values.amount, currency) ?? 0) > 0
      ? {
          accountId: Number(account.value),
          beneficiaryId: Number(payee.value),
          sourceCurrency: account.currency,
          targetCurrency: payee.currency,
          side: 'target',
          amount: values.amount,
        }
      : null
  return { account, payee, currency, isExchange, wanted }
}

/** What payments to somebody usually say, unless something else was typed. */
function conceptFor(
  payees: OrderPayee[],
  before: OrderPayee | undefined,
  { beneficiaryId, concept }: Pick<Values, 'beneficiaryId' | 'concept'>
): string {
  if (concept !== '' && concept !== before?.reference) return concept
  return payees.find(({ value }) => value === beneficiaryId)?.reference ?? ''
}

function payeeHelp(payees: OrderPayee[], payee: OrderPayee | undefined): string | undefined {
  if (payees.length === 0) return 'No hay ninguno: créelo antes en su lista.'
  if (payee && !payee.isVerified) return 'Falta que otra persona lo verifique antes del primer pago.'
  if (payee?.waitsUntil)
    return `Se verificó hace poco: el primer pago se admite desde el ${formatInstant(payee.waitsUntil)}.`
  return undefined
}

function buttonText(amount: string, currency: string): string {
  const minor = parseAmount(amount, currency)
  return minor !== null && minor > 0 ? `Crear orden de ${moneyText({ minor, currency })}` : 'Crear orden'
}
