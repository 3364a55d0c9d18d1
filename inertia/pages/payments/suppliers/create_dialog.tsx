import { Link } from '@inertiajs/react'
import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { LoadFailure } from '~/kit/load_failure'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import { type AskedQuote, QuoteAsker } from '../../banking/quotes/asked_quote'
import type { Offer } from '../../banking/quotes/quote_offer'
import { DraftField } from '../draft_field'
import { PayerAccountField } from '../payer_account_field'
import type { PayableRow } from './payment_rows'

type Props = { invoice: PayableRow; onClose: () => void; onDone: () => void }

type Account = {
  id: number
  name: string
  payer: string | null
  currency: string
  provider: string | null
  quote: { url: string; accountId: number; beneficiaryId: number | null } | null
  hasDrafts: boolean
}

/** A payment for all or part of one invoice, as a draft. */
export function CreateDialog({ invoice, onClose, onDone }: Props) {
  const { pending, live } = invoice
  const { answer, ...loading } = useAnswer<{ data: Account[] }>({
    url: urlFor('paysuppliers.paying-accounts', { id: invoice.id }),
  })
  const accounts = answer?.data ?? []
  const form = useCreateForm(invoice, onDone)
  const account = accounts.find(({ id }) => String(id) === form.values.debtorAccountId) ?? null
  // Its supplier has no IBAN: the usual account does not pay it, one on a connection does.
  const isByConnection = invoice.hindrance !== null
  return (
    <FormDialog opened onClose={onClose} title="Crear pago" form={form} submitLabel="Crear pago">
      <Facts
        facts={[
          { label: 'Proveedor', value: invoice.provider },
          { label: 'Factura', value: invoice.number },
          { label: 'IBAN', value: <span className="num">{invoice.iban ?? '–'}</span> },
          { label: 'Vencimiento', value: <Day value={invoice.dueOn} /> },
          { label: 'Pendiente', value: <Money value={pending} /> },
          ...(live ? [{ label: 'Ya en pago', value: <LivePayment payment={live} /> }] : []),
        ]}
      />
      <AmountField
        label="Importe"
        isRequired
        currency={pending.currency}
        help="Puede pagar solo una parte."
        {...form.field('amount')}
        onChange={(amount) => form.set({ amount, offer: null })}
      />
      <PayerAccountField
        label="Cuenta de origen"
        isRequired={isByConnection}
        help={isByConnection ? undefined : accountHelp}
        accounts={accounts.map(({ id, name, payer, provider, currency }) => ({
          value: String(id),
          payer,
          label: [name, provider, currency === pending.currency ? null : currency]
            .filter(Boolean)
            .join(' · '),
        }))}
        {...form.field('debtorAccountId')}
        onChange={(debtorAccountId) => form.set({ debtorAccountId, offer: null, asDraft: false })}
      />
      {loading.hasFailed ? (
        <LoadFailure text="No se han podido cargar las cuentas de la empresa." {...loading} />
      ) : null}
      {account?.quote ? (
        <QuoteAsker
          url={account.quote.url}
          wanted={wantedQuote(account, form.values.amount, pending.currency)}
          offer={form.values.offer}
          onOffer={(offer) => form.set({ offer })}
          error={form.field('offer', 'quote_id').error}
        />
      ) : null}
      <DayField label="Fecha de ejecución" help={executionHelp} {...form.field('executionDate')} />
      {account?.hasDrafts ? (
        <DraftField provider={account.provider ?? ''} {...form.field('asDraft')} />
      ) : null}
    </FormDialog>
  )
}

function useCreateForm({ id, pending }: PayableRow, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      amount: decimalText(pending.minor, pending.currency),
      debtorAccountId: null as string | null,
      executionDate: '',
      asDraft: false,
      offer: null as Offer | null,
    },
    url: urlFor('paysuppliers.store'),
    leaving: 'allow',
    transform: ({ executionDate, offer, ...values }) => ({
      ...values,
      quoteId: offer?.id ?? null,
      invoiceIds: [id],
      currency: pending.currency,
      executionDate: executionDate === '' ? null : executionDate,
    }),
    onSuccess,
  })
}

function wantedQuote({ currency, quote }: Account, amount: string, target: string): AskedQuote | null {
  if (!quote || (parseAmount(amount, target) ?? 0) <= 0) return null
  return {
    accountId: quote.accountId,
    beneficiaryId: quote.beneficiaryId,
    sourceCurrency: currency,
    targetCurrency: target,
    side: 'target',
    amount,
  }
}

function LivePayment({ payment: { id, number } }: { payment: NonNullable<PayableRow['live']> }) {
  return <Link href={urlFor('payment_orders.show', { id })}>{number}</Link>
}

export const accountHelp = 'Sin elegir, la habitual de la empresa.'
export const executionHelp = 'Sin fecha se paga al vencimiento, o hoy si ya ha vencido.'
