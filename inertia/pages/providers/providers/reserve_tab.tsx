import { Link } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { Money, moneyText } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { LineChart } from '../../reports/line_chart'
import styles from './providers.module.css'
import { type Move, ReserveMoveDialog, ReserveSettingsDialog } from './reserve_dialogs'
import type { Reserve, ReserveMovement } from './reserve_page'

/** What is set aside for a supplier: how it stands, what moved, and moving it. */
export function ReserveTab({ providerId }: { providerId: number }) {
  const { answer, hasFailed, isAsking, askAgain } = useAnswer<Reserve>({
    url: urlFor('providers.reserve.show', { id: providerId }),
  })
  if (hasFailed)
    return (
      <LoadFailure
        text="No se ha podido cargar el fondo de reserva."
        askAgain={askAgain}
        isAsking={isAsking}
      />
    )
  if (answer === null) return <p role="status">Cargando…</p>
  if (answer.isElsewhere)
    return (
      <p className={styles.quiet}>El fondo de este proveedor está en una cuenta que usted no puede ver.</p>
    )
  return <Fund providerId={providerId} reserve={answer} askAgain={askAgain} />
}

type Here = Extract<Reserve, { isElsewhere: false }>
type Props = { providerId: number; reserve: Here; askAgain: () => void }

function Fund({ providerId, reserve, askAgain }: Props) {
  const { settings, fund, alerts, accounts, canEdit } = reserve
  const [asked, setAsked] = useState<Move | 'settings' | null>(null)
  const dialog = {
    providerId,
    onClose: () => setAsked(null),
    onDone() {
      setAsked(null)
      askAgain()
    },
  }
  return (
    <Section
      title="Fondo de reserva"
      actions={canEdit ? <FundButtons hasFund={fund !== null} onAsk={setAsked} /> : null}
    >
      {alerts.map((text) => (
        <p key={text} role="status" className={styles.alert}>
          {text}
        </p>
      ))}
      {fund ? (
        <FundPart reserve={reserve} fund={fund} />
      ) : (
        <p className={styles.quiet}>
          Aparte dinero cada mes para este proveedor en una cuenta virtual de una de sus cuentas bancarias: no
          se gasta en otra cosa y sus facturas pueden pagarse desde ahí.
        </p>
      )}
      {asked === 'settings' ? (
        <ReserveSettingsDialog {...dialog} settings={settings} accounts={accounts} />
      ) : null}
      {fund && (asked === 'contribution' || asked === 'release') ? (
        <ReserveMoveDialog {...dialog} move={asked} fund={fund} />
      ) : null}
    </Section>
  )
}

type FundButtonsProps = { hasFund: boolean; onAsk: (what: Move | 'settings') => void }

function FundButtons({ hasFund, onAsk }: FundButtonsProps) {
  return (
    <Group gap="xs">
      {hasFund ? (
        <>
          <Button size="xs" variant="default" onClick={() => onAsk('release')}>
            Liberar
          </Button>
          <Button size="xs" variant="default" onClick={() => onAsk('contribution')}>
            Aportar
          </Button>
        </>
      ) : null}
      <Button size="xs" variant={hasFund ? 'default' : 'filled'} onClick={() => onAsk('settings')}>
        {hasFund ? 'Configurar' : 'Crear fondo'}
      </Button>
    </Group>
  )
}

type FundPartProps = { reserve: Here; fund: NonNullable<Here['fund']> }

/** How the fund stands and how it came there. */
function FundPart({ reserve, fund }: FundPartProps) {
  const { settings, movements } = reserve
  return (
    <>
      <Facts
        facts={[
          {
            label: 'Saldo',
            value: (
              <Link href={urlFor('accounts.ledger', { account: fund.ledgerAccountId })}>
                <Money value={fund.balance} />
              </Link>
            ),
          },
          { label: 'Retenido por pagos', value: <Money value={fund.held} /> },
          { label: 'Objetivo', value: settings.target ? <Money value={settings.target} /> : '–' },
          { label: 'Aportación mensual', value: monthlyText(settings) },
          { label: 'Cuenta', value: fund.account },
        ]}
      />
      <BalanceChart reserve={reserve} />
      <PlainTable
        label="Movimientos del fondo"
        phone="cards"
        rows={movements}
        keyOf={(movement) => movement.id}
        empty="Todavía no se ha aportado nada."
        columns={columns}
      />
    </>
  )
}

const monthlyText = ({ isEnabled, monthly, day }: Here['settings']) =>
  isEnabled && monthly ? `${moneyText(monthly)} el día ${day}` : 'Desactivada'

/** From the second movement on there is a line to draw. */
function BalanceChart({ reserve: { chart, fund } }: { reserve: Here }) {
  const [first, last] = [chart[0], chart.at(-1)]
  if (!fund || !first || !last || chart.length < 2) return null
  const { currency } = fund.balance
  const day = (on: string) => formatDay(on as CalendarDate)
  return (
    <LineChart
      label={`Saldo del fondo: ${moneyText({ minor: first.minor, currency })} el ${day(first.on)}, ${moneyText({ minor: last.minor, currency })} el ${day(last.on)}.`}
      points={chart.map(({ on, minor }) => ({ label: day(on), minor }))}
      currency={currency}
    />
  )
}

const columns: PlainColumn<ReserveMovement>[] = [
  { key: 'on', header: 'Fecha', cell: (row) => <Day value={row.on} /> },
  {
    key: 'kind',
    header: 'Movimiento',
    cell: (row) => <Link href={urlFor('accounts.journal.show', { entry: row.entryId })}>{row.kind}</Link>,
  },
  {
    key: 'note',
    header: 'Motivo',
    cell: (row) =>
      row.order ? (
        <Link href={urlFor('payment_orders.show', { id: row.order.id })}>{row.order.number}</Link>
      ) : (
        (row.note ?? '–')
      ),
  },
  { key: 'by', header: 'Quién', cell: (row) => row.by ?? 'Sistema' },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
  { key: 'balance', header: 'Saldo', numeric: true, cell: (row) => <Money value={row.balance} /> },
]
