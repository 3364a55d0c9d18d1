import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { AmountField } from '~/kit/fields/amount_field'
import { RadioField, SelectField } from '~/kit/fields/choice_fields'
import { FormFrame } from '~/kit/form/form_frame'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useKeptFocus } from '~/kit/kept_focus'
import { Money } from '~/kit/money'
import { PageHead } from '~/kit/page_head'
import { PlainTable } from '~/kit/table/plain_table'
import type { BankHead, Option } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'
import { type Trouble, TroubleNotice } from '../trouble_notice'
import { type Offer, QuoteOffer } from './quote_offer'

type Props = {
  bank: BankHead
  connection: { id: number; label: string; site: string; canAsk: boolean }
  accounts: (Option & { currency: string })[]
  currencies: Option[]
  offer: Offer | null
  quotes: (Offer & { createdAt: string })[]
  troubles: Trouble[]
}

/** What an exchange or a payment in another currency would cost now. */
export default function QuotesIndex(props: Props) {
  const { bank, connection, offer, quotes } = props
  const urls = bankUrls(bank.path)
  return (
    <div className={styles.page}>
      <Head title={`Presupuestos de ${bank.title}`} />
      <PageHead
        title="Presupuestos de cambio"
        subtitle={`${bank.title} · ${connection.label} · ${connection.site}`}
        back={urls.index}
      />
      <TroubleNotice bank={bank} troubles={props.troubles} />
      <div className={styles.columns}>
        <QuoteForm {...props} />
        {offer ? (
          <QuoteOffer key={offer.id} offer={offer}>
            {(isOver) => <UseOffer bank={bank} connectionId={connection.id} offer={offer} isOver={isOver} />}
          </QuoteOffer>
        ) : (
          <p className={styles.quiet}>
            El presupuesto aparecerá aquí con su cambio, su comisión, la llegada prevista y el tiempo que
            queda para usarlo.
          </p>
        )}
      </div>
      <Section title="Últimos presupuestos">
        <PlainTable
          label="Últimos presupuestos"
          rows={quotes}
          keyOf={(row) => row.id}
          empty="Todavía no se ha pedido ninguno."
          columns={[
            { key: 'at', header: 'Fecha', cell: (row) => <Instant value={row.createdAt} /> },
            { key: 'source', header: 'Sale', numeric: true, cell: (row) => <Money value={row.source} /> },
            { key: 'target', header: 'Llega', numeric: true, cell: (row) => <Money value={row.target} /> },
            { key: 'rate', header: 'Cambio', numeric: true, cell: (row) => row.rate.replace('.', ',') },
            { key: 'fee', header: 'Comisión', numeric: true, cell: (row) => <Money value={row.fee} /> },
            { key: 'used', header: 'Usado', cell: (row) => (row.isUsed ? 'Sí' : 'No') },
          ]}
        />
      </Section>
    </div>
  )
}

function QuoteForm({ bank, connection, accounts, currencies }: Props) {
  const [only] = accounts
  const form = useFormSubmission({
    initial: {
      accountId: only && accounts.length === 1 ? only.value : (null as string | null),
      sourceCurrency: only?.currency ?? (null as string | null),
      targetCurrency: null as string | null,
      side: 'source',
      amount: '',
    },
    url: bankUrls(bank.path).quotes(connection.id),
    leaving: 'allow',
    transform: ({ accountId, ...typed }) => ({
      ...typed,
      accountId: accountId === null ? null : Number(accountId),
    }),
  })
  const { side, sourceCurrency, targetCurrency } = form.values
  const button = useKeptFocus(form.processing)
  return (
    <FormFrame form={form} className={styles.form}>
      <SelectField
        label="Cuenta de cargo"
        options={accounts}
        {...form.field('accountId')}
        onChange={(accountId) =>
          form.set({
            accountId,
            sourceCurrency:
              accounts.find(({ value }) => value === accountId)?.currency ?? form.values.sourceCurrency,
          })
        }
      />
      <SelectField
        label="Divisa de origen"
        isRequired
        options={currencies}
        {...form.field('sourceCurrency')}
      />
      <SelectField
        label="Divisa de destino"
        isRequired
        options={currencies}
        {...form.field('targetCurrency')}
      />
      <RadioField
        label="Importe"
        options={[
          { value: 'source', label: `Lo que sale${sourceCurrency ? `, en ${sourceCurrency}` : ''}` },
          { value: 'target', label: `Lo que llega${targetCurrency ? `, en ${targetCurrency}` : ''}` },
        ]}
        {...form.field('side')}
      />
      <AmountField
        label={side === 'source' ? 'Importe de origen' : 'Importe de destino'}
        isRequired
        currency={(side === 'source' ? sourceCurrency : targetCurrency) ?? 'EUR'}
        {...form.field('amount')}
      />
      <Button ref={button} type="submit" loading={form.processing} disabled={!connection.canAsk}>
        Pedir presupuesto
      </Button>
    </FormFrame>
  )
}

type UseProps = { bank: BankHead; connectionId: number; offer: Offer; isOver: boolean }

/** Leads to the payment or the exchange that the offer is for; it moves nothing by itself. */
function UseOffer({ bank, connectionId, offer, isOver }: UseProps) {
  if (!bank.can.pay || isOver) return null
  const urls = bankUrls(bank.path)
  const query = { quote: offer.id, account: offer.accountId, beneficiary: offer.beneficiaryId }
  const pay = bank.pages.includes('payment')
    ? urls.payment(connectionId, query)
    : urls.transfer(connectionId, query)
  return (
    <div className={styles.buttons}>
      <Button component={Link} href={pay} mt={16}>
        Usar presupuesto
      </Button>
      {bank.pages.includes('generate') ? (
        <Button component={Link} href={urls.generate(connectionId, query)} mt={16} variant="default">
          Cambiar entre cuentas propias
        </Button>
      ) : null}
    </div>
  )
}
