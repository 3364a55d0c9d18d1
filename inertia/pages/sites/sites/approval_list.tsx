import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Approval, SiteHead } from './site_page'
import styles from './sites.module.css'

type Props = { site: SiteHead; approvals: Approval[]; onAsk: (confirmation: Confirmation) => void }

/** Approvals of the company: those proposed first, then those that hold, then the ended ones. */
export function ApprovalList({ site, approvals, onAsk }: Props) {
  return (
    <PlainTable
      label="Aprobaciones"
      phone="cards"
      rows={approvals}
      keyOf={(row) => row.id}
      empty="Nadie puede aprobar todavía en esta empresa."
      columns={[
        { key: 'user', header: 'Aprobador', cell: (row) => <Holder row={row} /> },
        { key: 'kinds', header: 'Tipos de documento', cell: (row) => <Kinds row={row} /> },
        {
          key: 'max',
          header: 'Importe máximo',
          numeric: true,
          cell: (row) => <Limit value={row.maxAmount} />,
        },
        {
          key: 'daily',
          header: 'Límite diario',
          numeric: true,
          cell: (row) => <Limit value={row.dailyLimit} />,
        },
        { key: 'dates', header: 'Vigencia', cell: (row) => <Dates row={row} /> },
        { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
        { key: 'people', header: 'Propuso · activó', cell: (row) => <People row={row} /> },
        {
          key: 'actions',
          header: 'Acciones',
          cell: (row) => <Actions row={row} site={site} onAsk={onAsk} />,
        },
      ]}
    />
  )
}

function Holder({ row }: { row: Approval }) {
  return (
    <>
      {row.user}
      {row.waitsForConfirmation ? (
        <div className={styles.small}>Pendiente de confirmar por otra persona: todavía no cuenta.</div>
      ) : null}
      {row.delegate ? (
        <div className={styles.small}>
          Suplente: {row.delegate.name}, <Day value={row.delegate.from} /> – <Day value={row.delegate.to} />
        </div>
      ) : null}
    </>
  )
}

function Kinds({ row }: { row: Approval }) {
  return (
    <>
      {row.kindNames}
      {row.categories.length > 0 ? (
        <div className={styles.small}>Solo {row.categories.join(', ')}</div>
      ) : null}
    </>
  )
}

function Limit({ value }: { value: Approval['maxAmount'] }) {
  return value ? <Money value={value} /> : <span className={styles.quiet}>sin límite</span>
}

function Dates({ row }: { row: Approval }) {
  return (
    <>
      <Day value={row.activeFrom} /> {row.activeTo ? '– ' : ''}
      {row.activeTo ? <Day value={row.activeTo} /> : null}
    </>
  )
}

function People({ row }: { row: Approval }) {
  return (
    <>
      {row.proposer ?? 'Sistema'} · {row.activator ?? '–'}
      {row.endReason ? <div className={styles.small}>{row.endReason}</div> : null}
    </>
  )
}

function Actions({ row, site, onAsk }: { row: Approval; site: SiteHead; onAsk: Props['onAsk'] }) {
  const keys = { id: site.id, approval: row.id }
  return (
    <span className={styles.row}>
      {row.actions.includes('activate') ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            onAsk({
              title: 'Activar la aprobación',
              question: `${row.user} podrá aprobar en ${site.legalName} desde este momento.`,
              facts: givenBy(row),
              submitLabel: 'Activar aprobación',
              method: 'put',
              url: urlFor('sites.approvals.activate', keys),
            })
          }
        >
          Activar
        </Button>
      ) : null}
      {row.actions.includes('end') ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            onAsk({
              title: 'Finalizar la aprobación',
              question: `${row.user} dejará de aprobar con ella en el acto. Lo que ya aprobó sigue valiendo.`,
              submitLabel: 'Finalizar aprobación',
              isDangerous: true,
              reason: { label: 'Motivo', isRequired: true },
              method: 'delete',
              url: urlFor('sites.approvals.end', keys),
            })
          }
        >
          Finalizar
        </Button>
      ) : null}
      {row.own ? <span className={styles.small}>{row.own}</span> : null}
    </span>
  )
}

/** Everything that an approval gives, for whoever answers for it. */
const givenBy = (row: Approval) => [
  { label: 'Tipos', value: row.kindNames },
  ...(row.categories.length > 0 ? [{ label: 'Categorías', value: row.categories.join(', ') }] : []),
  { label: 'Importe máximo', value: row.maxAmount ? moneyText(row.maxAmount) : 'sin límite' },
  { label: 'Límite diario', value: row.dailyLimit ? moneyText(row.dailyLimit) : 'sin límite' },
  { label: 'Vigencia', value: <Dates row={row} /> },
  ...(row.delegate
    ? [
        {
          label: 'Suplente',
          value: (
            <>
              {row.delegate.name}, <Day value={row.delegate.from} /> – <Day value={row.delegate.to} />
            </>
          ),
        },
      ]
    : []),
  { label: 'Propuesta por', value: row.proposer ?? 'Sistema' },
]
