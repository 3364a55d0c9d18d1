import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import { type AskedQuote, QuoteAsker } from '../quotes/asked_quote'
import type { Offer } from '../quotes/quote_offer'
import { keyOrNull, type OrderAccount } from '../transfers/order_types'
import { type Trouble, TroubleNotice } from '../trouble_notice'

type Props = {
  bank: BankHead
  connection: { id: number; label: string; site: string }
  accounts: OrderAccount[]
  chosen: { account: string | null }
  offer: Offer | null
  troubles: Trouble[]
}

/** Money between two accounts of a connection, also into another currency: an order that others approve. */
export default function ExchangeCreate(props: Props) {
  const { bank, connection, accounts } = props
  const urls = bankUrls(bank.path)
  const form = useExchangeForm(props)
  const source = accounts.find(({ value }) => value === form.values.fromAccountId)
  const target = accounts.find(({ value }) => value === form.values.toAccountId)
  const currency = source?.currency ?? 'EUR'
  const minor = parseAmount(form.values.amount, currency)
  const isExchange = source !== undefined && target !== undefined && source.currency !== target.currency
  const wanted: AskedQuote | null =
    isExchange && (minor ?? 0) > 0
      ? {
          accountId: Number(source.value),
          sourceCurrency: source.currency,
          targetCurrency: target.currency,
          side: 'source',
          amount: form.values.amount,
        }
      : null
  return (
    <FormPage
      title="Mover entre cuentas propias"
      subtitle={`${bank.title} · ${connection.label} · ${connection.site} · crea una orden en borrador que otros aprueban`}
      form={form}
      submitLabel={
        minor !== null && minor > 0 ? `Crear orden de ${moneyText({ minor, currency })}` : 'Crear orden'
      }
      cancelHref={urls.index}
      aside={<TroubleNotice bank={bank} troubles={props.troubles} />}
    >
      <SelectField
        label="Cuenta de cargo"
        isRequired
        options={accounts.filter(({ canPay }) => canPay)}
        help={source ? `Disponible: ${moneyText(source.available)}` : undefined}
        {...form.field('fromAccountId')}
        onChange={(fromAccountId) => form.set({ fromAccountId, offer: null })}
      />
      <SelectField
        label="Cuenta de destino"
        isRequired
        options={accounts.filter(({ value }) => value !== form.values.fromAccountId)}
        {...form.field('toAccountId')}
        onChange={(toAccountId) => form.set({ toAccountId, offer: null })}
      />
      <AmountField
        label="Importe que sale"
        isRequired
        currency={currency}
        {...form.field('amount')}
        onChange={(amount) => form.set({ amount, offer: null })}
      />
      {isExchange ? (
        <QuoteAsker
          url={urls.quotes(connection.id)}
          wanted={wanted}
          offer={form.values.offer}
          onOffer={(made) =>
            form.set({ offer: made, amount: decimalText(made.source.minor, made.source.currency) })
          }
          error={form.field('offer', 'quote_id').error}
        />
      ) : null}
      <TextField label="Concepto" isRequired lengthMin={3} lengthMax={100} {...form.field('concept')} />
      <DayField
        label="Fecha de ejecución"
        help="El primer día que admita el banco, si no se indica otro."
        {...form.field('executionDate')}
      />
    </FormPage>
  )
}

function useExchangeForm({ bank, connection, chosen, offer }: Props) {
  return useFormSubmission({
    initial: {
      fromAccountId: chosen.account,
      toAccountId: null as string | null,
      amount: offer ? decimalText(offer.source.minor, offer.source.currency) : '',
      concept: '',
      executionDate: '',
      offer,
    },
    url: bankUrls(bank.path).generate(connection.id),
    transform: ({ fromAccountId, toAccountId, executionDate, offer: used, ...typed }) => ({
      ...typed,
      fromAccountId: keyOrNull(fromAccountId),
      toAccountId: keyOrNull(toAccountId),
      executionDate: executionDate || null,
      quoteId: used?.id ?? null,
    }),
  })
}
