import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Day, Instant } from '~/kit/day'
import { type AuditEntry, timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { orderEvents } from '../../payments/orders/order_events'
import type { HistoryRow } from './filters'

type Payment = HistoryRow & {
  siteName: string
  iban: string | null
  requestedBy: string | null
  isHidden: boolean
}

type Order = {
  number: string
  sentBy: string | null
  batchId: number | null
  batch: string | null
  failure: string | null
  entryId: number | null
  entryNo: number | null
  postedOn: string | null
}

type Imported = {
  at: string
  who: string | null
  file: string
  rowNo: number
  account: string | null
  cells: { label: string; value: string }[]
}

type Action = 'receipt' | 'mail' | 'repeat'

type Props = {
  payment: Payment
  /** What may be done with it here. */
  actions: Action[]
  order: Order | null
  imported: Imported | null
  events: AuditEntry[]
}

export default function PaymentHistoryShow({ payment, actions, order, imported, events }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const can = (action: Action) => actions.includes(action)
  return (
    <DetailPage
      title={payment.payee}
      subtitle={payment.isHidden ? undefined : payment.concept}
      status={<StatusBadge {...payment.status} />}
      back={urlFor('historypay')}
      actions={
        can('receipt') ? (
          <Button
            component="a"
            href={urlFor('historypay.receipt', { id: payment.id })}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
          >
            Justificante
          </Button>
        ) : null
      }
      menu={[
        ...(can('mail')
          ? [
              {
                label: 'Enviar justificante al beneficiario',
                onSelect: () => setConfirmation(mailing(payment)),
              },
            ]
          : []),
        ...(can('repeat')
          ? [{ label: 'Repetir pago', onSelect: () => setConfirmation(repeating(payment)) }]
          : []),
        ...(order
          ? [{ label: 'Ver la orden de pago', href: urlFor('payment_orders.show', { id: payment.id }) }]
          : []),
      ]}
      rail={
        <Section title="Historial">
          {imported ? (
            <p>
              Importado de «{imported.file}», fila {imported.rowNo}, por {imported.who ?? 'Sistema'} el{' '}
              <Instant value={imported.at} />.
            </p>
          ) : (
            <Timeline events={timelineOf(events, orderEvents)} />
          )}
        </Section>
      }
    >
      <Facts facts={[...paymentFacts(payment), ...(order ? orderFacts(order) : [])]} />
      {imported && imported.cells.length > 0 ? (
        <Section title="Fila importada">
          <Facts facts={imported.cells} />
        </Section>
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </DetailPage>
  )
}

const mailing = (payment: Payment): Confirmation => ({
  title: 'Enviar justificante',
  question: `Se enviará por correo electrónico a ${payment.payee}, a la dirección de su ficha.`,
  submitLabel: 'Enviar justificante',
  url: urlFor('historypay.receipt.store', { id: payment.id }),
})

const repeating = (payment: Payment): Confirmation => ({
  title: 'Repetir pago',
  question:
    'Se crea un pago igual en borrador, con los datos actuales del beneficiario. No se envía nada al banco.',
  facts: [
    { label: 'Importe', value: <Money value={payment.amount} /> },
    { label: 'Beneficiario', value: payment.payee },
    { label: 'Se carga en', value: payment.account ?? '–' },
  ],
  submitLabel: 'Crear borrador',
  url: urlFor('historypay.copies.store', { id: payment.id }),
})

const paymentFacts = (payment: Payment) => [
  { label: 'Importe', value: <Money value={payment.amount} /> },
  { label: 'Fecha', value: <Day value={payment.paidOn} /> },
  { label: 'Empresa', value: payment.siteName },
  { label: 'Tipo', value: payment.kind },
  {
    label: 'Documento',
    value: payment.document ? <Link href={payment.document.href}>{payment.document.label}</Link> : '–',
  },
  { label: 'Cuenta', value: payment.account ?? '–' },
  { label: 'Método', value: payment.method },
  { label: 'IBAN del beneficiario', value: payment.iban ? <span className="num">{payment.iban}</span> : '–' },
  { label: 'Referencia', value: payment.reference ?? '–' },
  { label: 'Solicitado por', value: payment.requestedBy ?? '–' },
  { label: 'Aprobado por', value: payment.approvedBy ?? '–' },
  { label: 'Conciliado', value: payment.reconciledOn ? <Day value={payment.reconciledOn} /> : '–' },
]

const orderFacts = (order: Order) => [
  { label: 'Orden de pago', value: order.number },
  {
    label: 'Remesa',
    value: order.batchId ? (
      <Link href={urlFor('payment_batches.show', { id: order.batchId })}>{order.batch}</Link>
    ) : (
      '–'
    ),
  },
  { label: 'Enviado por', value: order.sentBy ?? '–' },
  {
    label: 'Asiento',
    value: order.entryId ? (
      <Link href={urlFor('accounts.journal.show', { entry: order.entryId })}>{order.entryNo}</Link>
    ) : (
      '–'
    ),
  },
  ...(order.failure ? [{ label: 'Motivo', value: order.failure }] : []),
]
