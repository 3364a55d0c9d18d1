import { Link } from '@inertiajs/react'
import { Day, Instant } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { OrderPage } from './order_page'

type Props = Pick<OrderPage, 'order' | 'account' | 'source' | 'batch' | 'removal' | 'repeats' | 'loan'>

/** Who is paid, how much, from which account and for what. */
export function OrderFacts({ order, account, source, batch, removal, repeats, loan }: Props) {
  const facts = [
    { label: 'Beneficiario', value: order.creditor },
    { label: 'IBAN', value: <span className="num">{order.iban}</span> },
    { label: 'Banco', value: order.bank ?? '–' },
    { label: 'Importe', value: <Money value={order.amount} /> },
    ...(order.charge ? [{ label: 'Coste con el cambio', value: <Charge charge={order.charge} /> }] : []),
    { label: 'Fecha de ejecución', value: <Day value={order.executionDate} /> },
    { label: 'Concepto', value: order.concept },
    { label: 'Empresa', value: order.debtor?.name ?? account.site },
    ...(order.debtor ? [{ label: 'Paga', value: `${order.debtor.payer}, por cuenta de la empresa` }] : []),
    ...(loan?.taken ? [{ label: 'Registrado como préstamo', value: <LoanLink loan={loan.taken} /> }] : []),
    ...(loan?.chosen
      ? [{ label: 'Se registrará como préstamo', value: <LoanLink loan={loan.chosen} /> }]
      : []),
    { label: 'Se carga en', value: <AccountName account={account} /> },
    ...(account.available
      ? [{ label: 'Disponible en la cuenta', value: <Money value={account.available} isAlarming /> }]
      : []),
    ...(account.after && isBeforeHold(order.state)
      ? [{ label: 'Disponible después', value: <Money value={account.after} isAlarming /> }]
      : []),
    {
      label: 'Identificador de extremo a extremo',
      value: <span className="num">{order.endToEndId ?? '–'}</span>,
    },
    { label: 'Documento', value: <SourceLink source={source} /> },
    { label: 'Remesa', value: <BatchLink batch={batch} /> },
    ...(removal ? [{ label: 'Sacado de la remesa', value: <Removal removal={removal} /> }] : []),
    ...(order.sending ? [{ label: 'Marcado como enviado', value: <Sending {...order.sending} /> }] : []),
    ...(order.isInstant ? [{ label: 'Velocidad', value: 'Transferencia inmediata' }] : []),
    ...(order.payNowReason ? [{ label: 'Pago inmediato', value: order.payNowReason }] : []),
    ...(order.bankRef
      ? [{ label: 'Referencia del banco', value: <span className="num">{order.bankRef}</span> }]
      : []),
    ...(repeats.of ? [{ label: 'Sustituye a', value: <OrderLink order={repeats.of} /> }] : []),
    ...(repeats.again ? [{ label: 'Sustituido por', value: <OrderLink order={repeats.again} /> }] : []),
  ]
  return <Facts facts={facts} />
}

/** Once approved, the money is already set aside: what is available counts without it. */
export function isBeforeHold(state: string): boolean {
  return state === 'draft' || state === 'buffered'
}

export function AccountName({ account }: Pick<OrderPage, 'account'>) {
  return (
    <>
      {account.name} <span className="num">{account.iban}</span>
    </>
  )
}

function Charge({ charge: { total, fee } }: { charge: NonNullable<OrderPage['order']['charge']> }) {
  return (
    <>
      <Money value={total} />
      {fee.minor === 0 ? null : (
        <>
          , comisión incluida: <Money value={fee} />
        </>
      )}
    </>
  )
}

function SourceLink({ source }: Pick<Props, 'source'>) {
  if (!source) return '–'
  return source.href ? <Link href={source.href}>{source.label}</Link> : source.label
}

function BatchLink({ batch }: Pick<Props, 'batch'>) {
  return batch ? <Link href={urlFor('payment_batches.show', { id: batch.id })}>{batch.number}</Link> : '–'
}

function Removal({ removal }: { removal: NonNullable<Props['removal']> }) {
  return (
    <>
      <BatchLink batch={removal} />, por {removal.by ?? 'el sistema'} el <Instant value={removal.at} />:{' '}
      {removal.reason}
    </>
  )
}

function Sending({ by, at }: NonNullable<OrderPage['order']['sending']>) {
  return (
    <>
      Por {by ?? 'el sistema'} el <Instant value={at} />
    </>
  )
}

function LoanLink({ loan }: { loan: { id: number; number: string } }) {
  return <Link href={urlFor('loans.edit', { id: loan.id }, { tab: 'movements' })}>{loan.number}</Link>
}

function OrderLink({ order }: { order: { id: number; number: string } }) {
  return <Link href={urlFor('payment_orders.show', { id: order.id })}>{order.number}</Link>
}
