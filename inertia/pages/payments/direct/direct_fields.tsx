import { parseAmount } from '#app/kernel/money/amount_text'
import { formatInstant } from '#app/kernel/time/calendar_date'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import { urlFor, withQuery } from '~/urls'
import { type AskedQuote, QuoteAsker } from '../../banking/quotes/asked_quote'
import type { Account, Beneficiary, DirectForm } from './use_direct_form'

type PayeeFieldsProps = { form: DirectForm; source: Account; payee: Beneficiary | undefined }

/** A beneficiary of the account's provider, or a name and an IBAN. */
export function PayeeFields({ form, source, payee }: PayeeFieldsProps) {
  return (
    <>
      {source.beneficiaries.length > 0 ? (
        <SelectField
          label="Beneficiario"
          isRequired={!source.takesIban}
          options={source.beneficiaries.map(({ id, name, account, currency }) => ({
            value: String(id),
            label: `${name} · ${account} · ${currency}`,
          }))}
          help={payeeHelp(source, payee)}
          {...form.field('beneficiaryId')}
          onChange={(beneficiaryId) => form.set({ beneficiaryId, purpose: null, offer: null })}
        />
      ) : null}
      {payee && payee.purposes.length > 0 ? (
        <SelectField label="Motivo" isRequired options={payee.purposes} {...form.field('purpose')} />
      ) : null}
      {source.takesIban && form.values.beneficiaryId === null ? (
        <>
          <TextField label="Nombre" isRequired lengthMax={70} {...form.field('creditorName')} />
          <IbanField label="IBAN" isRequired {...form.field('iban')} />
        </>
      ) : null}
    </>
  )
}

type AmountFieldsProps = {
  form: DirectForm
  source: Account | undefined
  payee: Beneficiary | undefined
  currency: string
}

/** How much, and at which rate where the beneficiary gets another currency. */
export function AmountFields({ form, source, payee, currency }: AmountFieldsProps) {
  return (
    <>
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
          error={form.field('offer', 'quote_id').error}
        />
      ) : null}
    </>
  )
}

/** What it is for, and where it is booked. */
export function BookingFields({ form, payee }: Pick<PayeeFieldsProps, 'form' | 'payee'>) {
  const { siteId } = form.values
  return (
    <>
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
          {...form.field('ledgerAccountId')}
        />
      ) : null}
    </>
  )
}

function payeeHelp({ takesIban }: Account, payee: Beneficiary | undefined): string | undefined {
  if (payee?.waitsUntil)
    return `Se verificó hace poco: el primer pago se admite desde el ${formatInstant(payee.waitsUntil)}.`
  return takesIban ? 'O indique abajo su nombre y su IBAN.' : undefined
}

function wantedQuote({ currency, quote }: Account, payee: Beneficiary, amount: string): AskedQuote | null {
  if (!quote || (parseAmount(amount, payee.currency) ?? 0) <= 0) return null
  return {
    accountId: quote.accountId,
    beneficiaryId: payee.id,
    sourceCurrency: currency,
    targetCurrency: payee.currency,
    side: 'target',
    amount,
  }
}
