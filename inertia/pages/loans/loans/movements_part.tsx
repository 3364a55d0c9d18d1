import { Link } from '@inertiajs/react'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import type { LoanPage, Movement, OpenPayment } from './loan_types'

/** What moved of a loan, and what is to move. */
export function MovementsPart({ page }: { page: LoanPage }) {
  const { loan, movements, payments } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <div className={styles.stack}>
      {payments.length > 0 ? (
        <Section title="Pagos pendientes">
          <PlainTable
            label="Pagos pendientes"
            rows={payments}
            columns={paymentColumns(page, setConfirmation)}
            keyOf={(row) => row.id}
            phone="cards"
          />
        </Section>
      ) : null}
      <PlainTable
        label="Movimientos"
        rows={movements}
        columns={toldColumns(movements, movementColumns(loan.id, setConfirmation))}
        keyOf={(row) => row.id}
        empty="Todavía no hay movimientos."
        phone="cards"
      />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

/** Without what is nothing in all of them: the table has a narrow place. */
const toldColumns = (movements: readonly Movement[], columns: PlainColumn<Movement>[]) =>
  columns.filter(
    ({ key }) =>
      (key !== 'withholding' || movements.some(({ withholding }) => withholding.minor !== 0)) &&
      (key !== 'acts' || movements.some(({ canReverse }) => canReverse))
  )

type Ask = (confirmation: Confirmation) => void

function movementColumns(loanId: number, ask: Ask): PlainColumn<Movement>[] {
  return [
    { key: 'valueOn', header: 'Fecha valor', cell: (row) => <Day value={row.valueOn} /> },
    {
      key: 'type',
      header: 'Movimiento',
      cell: (row) => (
        <>
          {row.type} {row.isReversed ? <StatusBadge tone="red" label="Anulado" /> : null}
          {row.compensation ? (
            <p className={styles.quiet}>
              <Anchor
                component={Link}
                className="num"
                size="sm"
                href={urlFor('loans.compensations.show', { id: row.compensation.id })}
              >
                {row.compensation.number}
              </Anchor>
            </p>
          ) : row.note ? (
            <p className={styles.quiet}>{row.note}</p>
          ) : null}
        </>
      ),
    },
    {
      key: 'principal',
      header: 'Capital',
      numeric: true,
      cell: (row) => <Money value={row.principal} look="signed" />,
    },
    {
      key: 'interest',
      header: 'Intereses',
      numeric: true,
      cell: (row) => <Money value={row.interest} look="signed" />,
    },
    {
      key: 'withholding',
      header: 'Retención',
      numeric: true,
      cell: (row) => <Money value={row.withholding} />,
    },
    { key: 'balance', header: 'Pendiente', numeric: true, cell: (row) => <Money value={row.balance} /> },
    { key: 'who', header: 'Quién', cell: (row) => row.who ?? 'Sistema' },
    {
      key: 'acts',
      header: 'Acciones',
      cell: (row) =>
        row.canReverse ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => ask(reversing(loanId, row))}
            aria-label={`Anular ${row.type} de ${moneyText(row.principal)}`}
          >
            Anular
          </Button>
        ) : null,
    },
  ]
}

const reversing = (loanId: number, row: Movement): Confirmation => ({
  title: 'Anular el movimiento',
  question: 'Se anularán sus asientos en los libros de las dos empresas y sus cuotas volverán a deberse.',
  facts: [
    { label: 'Movimiento', value: row.type },
    { label: 'Capital', value: <Money value={row.principal} /> },
    { label: 'Intereses', value: <Money value={row.interest} /> },
  ],
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  submitLabel: 'Anular movimiento',
  isDangerous: true,
  url: urlFor('loans.movements.reverse', { id: loanId, movement: row.id }),
})

function paymentColumns({ loan, actions }: LoanPage, ask: Ask): PlainColumn<OpenPayment>[] {
  const canAct = actions.includes('edit')
  return [
    { key: 'type', header: 'Pago', cell: (row) => row.type },
    { key: 'valueOn', header: 'Fecha', cell: (row) => <Day value={row.valueOn} /> },
    { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
    {
      key: 'order',
      header: 'Orden',
      cell: (row) =>
        row.order ? (
          <Anchor
            component={Link}
            className="num"
            size="sm"
            href={urlFor('payment_orders.show', { id: row.order.id })}
          >
            {row.order.number}
          </Anchor>
        ) : (
          '–'
        ),
    },
    {
      key: 'state',
      header: 'Estado',
      cell: (row) =>
        row.isOrdered ? (
          <StatusBadge tone="blue" label="En pago" />
        ) : (
          <StatusBadge tone="amber" label="Sin orden" />
        ),
    },
    {
      key: 'acts',
      header: 'Acciones',
      cell: (row) =>
        row.isOrdered || !canAct ? null : (
          <div className={styles.buttons}>
            <Button size="compact-sm" variant="default" onClick={() => ask(ordering(loan.id, row))}>
              Ordenar de nuevo
            </Button>
            {row.type === 'Desembolso' ? null : (
              <Button size="compact-sm" variant="default" onClick={() => ask(dropping(loan.id, row))}>
                Anular
              </Button>
            )}
          </div>
        ),
    },
  ]
}

const ordering = (loanId: number, row: OpenPayment): Confirmation => ({
  title: 'Ordenar de nuevo',
  question: `Se creará otra orden de «${row.type}».`,
  facts: [{ label: 'Importe', value: <Money value={row.amount} /> }],
  submitLabel: `Ordenar ${moneyText(row.amount)}`,
  url: urlFor('loans.payments.order', { id: loanId, payment: row.id }),
})

const dropping = (loanId: number, row: OpenPayment): Confirmation => ({
  title: 'Anular el pago',
  question: `Se anulará «${row.type}»: sus cuotas quedan libres para otro pago.`,
  facts: [{ label: 'Importe', value: <Money value={row.amount} /> }],
  submitLabel: 'Anular pago',
  isDangerous: true,
  method: 'delete',
  url: urlFor('loans.payments.destroy', { id: loanId, payment: row.id }),
})
